#pragma once

#include <cmath>
#include <cstdint>

namespace warploom {

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014), a bijective function that mixes all 64 bits.
constexpr std::uint64_t mix_bits(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// The random number generator SplitMix64, seeded with up to three numbers, such as a seed, a stream and a row. Each
/// row of a matrix has its own sequence of numbers, so the result does not depend on the number of threads. Uses only
/// integer operations and exact floating-point operations, so every machine generates the same numbers.
class Random {
public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t position = 0)
        : state_(mix_bits(mix_bits(mix_bits(seed + increment) + stream * increment + 1) + position * increment + 2)) {}

    std::uint64_t next() { return mix_bits(state_ += increment); }

    /// Returns a uniformly distributed integer in [0, bound) without bias (Lemire 2019). bound must be greater than 0.
    std::uint64_t below(std::uint64_t bound) {
        auto product = wide(next()) * bound;
        if (static_cast<std::uint64_t>(product) < bound) {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (static_cast<std::uint64_t>(product) < threshold) product = wide(next()) * bound;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    /// Returns a uniformly distributed number in the open interval (0, 1). The number is an odd multiple of 2^-53.
    double unit() { return (static_cast<double>(next() >> 12) + 0.5) * 0x1p-52; }
    /// Returns a uniformly distributed number in the open interval (-1, 1). The number is never 0.
    double symmetric() { return 2 * unit() - 1; }

private:
    __extension__ using wide = unsigned __int128;
    static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15u;
    std::uint64_t state_;
};

/// Returns base^exponent. The result is the same on every machine, because only products and square roots are used.
/// Rounds the exponent to a multiple of 2^-places. Requires base > 0 and exponent >= 0.
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
