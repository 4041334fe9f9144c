#pragma once

#include "app/problem/conversion_times.h"

#include <limits>

namespace warploom::app {

/// Number of calls after which a one-time cost pays off, and its range.
struct BreakEven {
    double calls = std::numeric_limits<double>::quiet_NaN(); ///< NaN if the cost never pays off
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN(); ///< NaN if the cost may never pay off
};

/// Returns the break-even point of a one-time cost that reduces the time of a call from `before_ns` to `after_ns`. The
/// range assumes that the ratio of the two times is known up to the factor 1 + `error`. Groups of a ranking are based
/// on the same assumption.
BreakEven break_even(const ConversionTimes& cost, double before_ns, double after_ns, double error);

} // namespace warploom::app
