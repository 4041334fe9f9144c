#pragma once

#include "engine/measure/statistics.h"

#include <chrono>
#include <optional>
#include <string>

namespace warploom::measure {

// Detection of other activity on the machine during a measurement.

/// The samples lie so far apart that their median says little: from the smallest to the upper quartile it is more than
/// 30 % of the median. False where there are fewer than four that count.
bool is_scattered(const Summary&);

/// The processor time that a host has spent at work, of all programs, in seconds: the first line of /proc/stat, whose
/// figures are `ticks_a_second` to the second. Nothing where the line is not as expected.
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
