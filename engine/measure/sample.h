#pragma once

#include <vector>

namespace warploom::measure {

/// One measurement of one kernel. A sample is never thrown away: one that does not count says why.
struct Sample {
    double time_ns = 0;     ///< per launch
    double clock_mhz = 0;   ///< of the multiprocessors while it ran; 0 where unknown
    int batch = 1;          ///< launches that were averaged
    bool discarded = false; ///< the clock was under 75 % of its default
};

} // namespace warploom::measure
