#pragma once

#include "engine/measure/statistics.h"

#include <chrono>
#include <optional>
#include <string>

namespace warploom::measure {

// Detects activity of other programs on the machine during a measurement.

/// Returns whether timing samples vary too much for a meaningful median. This is the case if the difference between the
/// upper quartile and the minimum is more than 30 % of the median. Returns false if there are fewer than four valid
/// samples.
bool is_scattered(const Summary&);

/// Returns the total CPU time of all programs on the host in seconds. `line` is the first line of /proc/stat, in units
/// of 1 / `ticks_a_second` s. Returns std::nullopt if the line has an unexpected format.
std::optional<double> busy_seconds(const std::string& line, double ticks_a_second);

/// Measures the average number of host processors that other programs have used since construction.
class HostLoad {
public:
    HostLoad();
    /// Returns the mean number of processors that other programs used, such as 1.5. Returns std::nullopt if the system
    /// does not report CPU times. Also returns std::nullopt within the first 0.2 s, because a resolution of 10 ms is
    /// too coarse for such a short interval.
    std::optional<double> others() const;
    static int processors(); ///< returns the number of processors of the host

private:
    std::chrono::steady_clock::time_point start_;
    std::optional<double> busy_; ///< total CPU time of all programs at construction, in seconds
    double own_ = 0;             ///< CPU time of this program at construction, in seconds
};

} // namespace warploom::measure
