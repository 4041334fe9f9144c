#pragma once

#include "engine/generators/tridiagonal_system.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <utility>

// Small tridiagonal systems, given or random, for tests of solvers.

namespace warploom::kernels::test {

using SystemPointer = std::shared_ptr<const TridiagonalSystem>;

/// Returns a system of n equal rows a, b, c with d = 0. a[0] and c[n-1] are NaN, to detect solvers that read them.
inline TridiagonalSystem system_of_equal_rows(std::int64_t n, double a, double b, double c) {
    const auto size = static_cast<std::size_t>(n);
    TridiagonalSystem s;
    s.a.assign(size, a);
    s.b.assign(size, b);
    s.c.assign(size, c);
    s.d.assign(size, 0);
    if (n > 0) s.a.front() = s.c.back() = std::numeric_limits<double>::quiet_NaN();
    return s;
}

inline SystemPointer shared_system(TridiagonalSystem s) {
    return std::make_shared<const TridiagonalSystem>(std::move(s));
}

/// Returns a diagonally dominant system: b in +-(2, 4); a, c and d in (-1, 1). Every method solves it without pivoting.
inline SystemPointer random_dominant_system(std::int64_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    TridiagonalSystem s = system_of_equal_rows(n, 0, 0, 0);
    for (std::size_t i = 0; i < s.b.size(); ++i) {
        if (i > 0) s.a[i] = 2 * unit() - 1;
        const double size = 2 + 2 * unit();
        s.b[i] = unit() < 0.5 ? -size : size;
        if (i + 1 < s.b.size()) s.c[i] = 2 * unit() - 1;
        s.d[i] = 2 * unit() - 1;
    }
    return shared_system(std::move(s));
}

} // namespace warploom::kernels::test
