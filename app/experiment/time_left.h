#pragma once

#include <array>
#include <optional>
#include <string>

namespace warploom::app {

/// Estimates the remaining time of an experiment from the times of its finished traces and measurements. The time of a
/// trace is proportional to the size of its input. The time of a measurement is nearly constant because of the stopping
/// rule.
class TimeLeft {
public:
    enum class Part { model, measurement };

    /// Adds a trace or measurement that remains to be done. `size` is the approximate number of values in the input.
    void expect(Part part, double size);
    /// Records the time of a finished trace or measurement. Ignores a time of 0, which means that the value was
    /// cached.
    void did(Part part, double size, double seconds);
    /// Returns the estimate, or std::nullopt until the first trace or measurement has finished. If no trace or no
    /// measurement has finished yet, assumes a typical time for it.
    std::optional<double> seconds() const;

private:
    struct Share {
        /// Weights of the remaining and finished work, and the time spent on the finished work.
        double ahead = 0, done = 0, seconds = 0;
    };
    static double weight(Part part, double size);
    std::array<Share, 2> shares_{};
};

/// Returns text such as "about 40 s left" or "about 3 min left"; empty if unknown.
std::string time_left_text(std::optional<double> seconds);

} // namespace warploom::app
