#pragma once

#include "engine/measure/statistics.h"

#include <chrono>
#include <optional>
#include <string>

namespace warploom::measure {

// Detection of other activity on the machine during a measurement.

/// Returns whether the samples are too scattered for their median to be meaningful: the range from the minimum to the
/// upper quartile is more than 30 % of the median. False with fewer than four valid samples.
bool is_scattered(const Summary&);

/// Returns the CPU time that the host has spent on all programs, in seconds, from the first line of /proc/stat, whose
/// unit is 1 / `ticks_a_second` s. Nothing if the line has an unexpected form.
std::optional<double> busy_seconds(const std::string& line, double ticks_a_second);

/// How many processors of this host other programs kept busy since it was made.
class HostLoad {
public:
    HostLoad();
    /// In the mean; 1.5 is one and a half processors. Nothing where the system does not say, or where less than 0.2 s
    /// went by: the system counts in hundredths of a second.
    std::optional<double> others() const;
    static int processors(); ///< of the host

private:
    std::chrono::steady_clock::time_point start_;
    std::optional<double> busy_; ///< of all programs, until then
    double own_ = 0;             ///< of this one
};

} // namespace warploom::measure
