#pragma once

#include <functional>

namespace warploom::app {

/// Median, minimum and maximum of several measurements of a conversion, in ns.
struct ConversionTimes {
    double median_ns = 0, low_ns = 0, high_ns = 0;
};

/// Repeats a conversion whose first measurement is `first_ns`, because a single measurement can be several times too
/// long if other programs are running. Takes at most three measurements. Stops after 0.1 s, or after 0.5 s if there is
/// only one measurement. `convert` converts the matrix again and returns the time in ns.
ConversionTimes repeat_conversion(double first_ns, const std::function<double()>& convert);

} // namespace warploom::app
