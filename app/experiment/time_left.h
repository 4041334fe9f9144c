#pragma once

#include <array>
#include <optional>
#include <string>

namespace warploom::app {

/// Estimates the remaining time of an experiment from the time of its finished parts. Parts are traces and
/// measurements; the time of a trace is proportional to the size of its input, that of a measurement nearly constant,
/// because of the stopping rule.
class TimeLeft {
public:
    enum class Part { model, measurement };

    /// Work that is ahead. `size`: about how many numbers the input has.
    void expect(Part part, double size);
    /// Records that a part is done and took this long. Parts with a time of 0 are ignored, because they were cached.
    void did(Part part, double size, double seconds);
    /// Absent until something was done; and of a part of which nothing was done yet, a usual time is taken.
    std::optional<double> seconds() const;

private:
    struct Share {
        double ahead = 0, done = 0, seconds = 0; ///< weights, and the time taken
    };
    static double weight(Part part, double size);
    std::array<Share, 2> shares_{};
};

/// "about 40 s left", "about 3 min left"; empty where nothing is known.
std::string time_left_text(std::optional<double> seconds);

} // namespace warploom::app
