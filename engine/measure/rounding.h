#pragma once

#include <cmath>
#include <limits>

// Rounding to float (if `single` is set) or to double, and the resulting error bounds.

namespace warploom::measure {

inline double in_precision(double v, bool single) { return single ? static_cast<double>(static_cast<float>(v)) : v; }
inline double unit_roundoff(bool single) { return single ? 0x1p-24 : 0x1p-53; }
inline double denormal(bool single) {
    return single ? double{std::numeric_limits<float>::denorm_min()} : std::numeric_limits<double>::denorm_min();
}
/// Returns the largest sum of magnitudes for which partial sums cannot overflow.
inline double largest_sum(bool single) {
    return (single ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max()) * (1 - 1e-6);
}

/// Returns an error bound for a sum of `terms` terms in any order of summation. `magnitude` is the sum of their
/// absolute values.
inline long double sum_bound(double terms, long double magnitude, bool single) {
    if (magnitude == 0) return 0;
    return static_cast<long double>(2 * terms * unit_roundoff(single)) * magnitude +
           static_cast<long double>(terms * denormal(single));
}

/// Returns the error of a sum divided by its error bound. Returns 0 if the sum is correct, and infinity if the sum is
/// NaN or infinite but should not be.
inline double sum_ratio(double sum, long double expected, long double magnitude, long double bound, bool single) {
    constexpr double no_excuse = std::numeric_limits<double>::infinity();
    if (std::isnan(expected)) return std::isnan(sum) ? 0 : no_excuse;
    if (std::isinf(expected)) return static_cast<long double>(sum) == expected ? 0 : no_excuse;
    if (!std::isfinite(sum)) return magnitude > static_cast<long double>(largest_sum(single)) ? 0 : no_excuse;
    const long double error = std::fabs(static_cast<long double>(sum) - expected);
    if (error == 0) return 0;
    return bound == 0 ? no_excuse : static_cast<double>(error / bound);
}

} // namespace warploom::measure
