#pragma once

#include <array>
#include <optional>
#include <string>

namespace warploom::app {

/// Estimates the remaining time of an experiment from the times of finished traces and measurements. Assumes that the
/// time of a trace is proportional to the size of its input. Assumes that all measurements take equally long, because
/// the rule for the number of samples keeps their times nearly constant.
class TimeLeft {
public:
    enum class Part { model, measurement };

    /// Adds a trace or measurement to the remaining work. `size` is the approximate number of values in the input.
    void expect(Part part, double size);
    /// Records the time of a finished trace or measurement. Ignores a time of 0, which means that the value came from
    /// the cache.
    void did(Part part, double size, double seconds);
    /// Returns the estimated remaining time in seconds, or std::nullopt before the first trace or measurement has
    /// finished. If no trace or no measurement has finished yet, assumes a typical time for that kind of work.
    std::optional<double> seconds() const;

private:
    struct Share {
        /// Weight of the remaining work, weight of the finished work, and time spent on the finished work in seconds.
        double ahead = 0, done = 0, seconds = 0;
    };
    static double weight(Part part, double size);
    std::array<Share, 2> shares_{};
};

/// Returns text such as "about 40 s left" or "about 3 min left", or an empty string if the time is unknown.
std::string time_left_text(std::optional<double> seconds);

} // namespace warploom::app
