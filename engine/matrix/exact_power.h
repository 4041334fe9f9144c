#pragma once

#include <cmath>
#include <cstdint>

namespace warploom {

/// base^exponent from products and square roots alone, whose rounding every machine agrees on; the exponent is
/// taken to `places` binary places. base > 0, exponent >= 0.
inline double exact_power(double base, double exponent, int places = 24) {
    double result = 1;
    const double whole = std::floor(exponent);
    double factor = base;
    for (auto bits = static_cast<std::uint64_t>(whole); bits != 0; bits >>= 1) {
        if (bits & 1) result *= factor;
        factor *= factor;
    }
    double root = base, fraction = exponent - whole;
    for (int place = 0; place < places && fraction > 0; ++place) {
        root = std::sqrt(root);
        fraction *= 2;
        if (fraction >= 1) {
            result *= root;
            fraction -= 1;
        }
    }
    return result;
}

} // namespace warploom
