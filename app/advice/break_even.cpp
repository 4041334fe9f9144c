#include "app/advice/break_even.h"

#include <algorithm>

namespace warploom::app {

BreakEven break_even(const ConversionTimes& cost, double before_ns, double after_ns, double error) {
    BreakEven point;
    if (!(after_ns < before_ns)) return point;
    const double ratio = before_ns / after_ns;
    point.calls = cost.median_ns / (before_ns - after_ns);
    point.low = std::max(0.0, cost.low_ns) / (after_ns * (ratio * (1 + error) - 1));
    if (ratio > 1 + error) point.high = std::max(0.0, cost.high_ns) / (after_ns * (ratio / (1 + error) - 1));
    return point;
}

} // namespace warploom::app
