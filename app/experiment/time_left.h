#pragma once

#include <array>
#include <optional>
#include <string>

namespace warploom::app {

/// Estimates the remaining time of an experiment from the times of its finished parts, which are traces and
/// measurements. The time of a trace is proportional to the size of its input. The time of a measurement is nearly
/// constant because of the stopping rule.
class TimeLeft {
public:
    enum class Part { model, measurement };

    /// Adds a part that remains to be done. `size` is the approximate number of values of the input.
    void expect(Part part, double size);
    /// Records the time of a finished part. Parts with a time of 0 are ignored, because they were cached.
    void did(Part part, double size, double seconds);
    /// Returns the estimate, or std::nullopt until the first part is finished. If no part of a kind is finished yet,
    /// assumes a typical time.
    std::optional<double> seconds() const;

private:
    struct Share {
        double ahead = 0, done = 0, seconds = 0; ///< weights of remaining and finished parts, and the elapsed time
    };
    static double weight(Part part, double size);
    std::array<Share, 2> shares_{};
};

/// Returns "about 40 s left" or "about 3 min left"; empty if unknown.
std::string time_left_text(std::optional<double> seconds);

} // namespace warploom::app
