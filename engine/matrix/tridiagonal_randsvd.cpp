// Tridiagonal matrices with given singular values (randsvd of Higham 2002, section 28.3, with both bandwidths 1). Only
// products, sums and square roots are used, in an order that no number of threads changes: every machine makes the
// same bits.
#include "engine/matrix/exact_power.h"
#include "engine/matrix/random.h"
#include "engine/matrix/tridiagonal_kinds.h"
#include "engine/memory.h"
#include "engine/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom {

namespace {

enum RandsvdStream : std::uint64_t { left_vectors = 50, right_vectors };

double singular_value(std::int64_t i, std::int64_t n, double condition, SingularValues mode) {
    const double share = n == 1 ? 0 : static_cast<double>(i) / static_cast<double>(n - 1);
    switch (mode) {
    case SingularValues::one_large: return i == 0 ? 1 : 1 / condition;
    case SingularValues::one_small: return i == n - 1 && n > 1 ? 1 / condition : 1;
    case SingularValues::geometric: return exact_power(1 / condition, share, 52);
    case SingularValues::arithmetic: return 1 - share * (1 - 1 / condition);
    }
    return 1;
}

/// I - beta v v^T.
struct Reflection {
    std::vector<double> v;
    double beta = 0;
};

double dot(const double* x, const double* y, std::int64_t n) {
    std::array<double, 8> sums{}; // a fixed order that vector units can follow
    std::int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (std::size_t k = 0; k < 8; ++k)
            sums[k] += x[i + static_cast<std::int64_t>(k)] * y[i + static_cast<std::int64_t>(k)];
    double rest = 0;
    for (; i < n; ++i) rest += x[i] * y[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest;
}

/// The reflection that maps x to a multiple of its first unit vector; x holds `size` numbers.
Reflection reflection_of(std::vector<double> x) {
    Reflection r;
    const double norm = std::sqrt(dot(x.data(), x.data(), static_cast<std::int64_t>(x.size())));
    if (norm != 0) {
        x[0] += x[0] < 0 ? -norm : norm;
        r.beta = 2 / dot(x.data(), x.data(), static_cast<std::int64_t>(x.size()));
    }
    r.v = std::move(x);
    return r;
}

class Dense {
public:
    Dense(std::int64_t n, int threads) : n_(n), threads_(threads), values_(static_cast<std::size_t>(n * n), 0.0) {}

    double& at(std::int64_t i, std::int64_t j) { return values_[i * n_ + j]; }

    /// Rows first .. first + size - 1 of columns from `from` on, reflected: A = H A.
    void from_left(const Reflection& h, std::int64_t first, std::int64_t from) {
        const auto size = static_cast<std::int64_t>(h.v.size());
        in_strips(n_ - from, [&](std::int64_t begin, std::int64_t end) {
            std::vector<double> w(static_cast<std::size_t>(end - begin), 0.0);
            for (std::int64_t i = 0; i < size; ++i) {
                const double* row = &at(first + i, from + begin);
                for (std::size_t j = 0; j < w.size(); ++j) w[j] += h.v[i] * row[j];
            }
            for (std::int64_t i = 0; i < size; ++i) {
                double* row = &at(first + i, from + begin);
                const double factor = h.beta * h.v[i];
                for (std::size_t j = 0; j < w.size(); ++j) row[j] -= factor * w[j];
            }
        });
    }
    /// Columns first .. first + size - 1 of rows from `from` on, reflected: A = A H.
    void from_right(const Reflection& h, std::int64_t first, std::int64_t from) {
        const auto size = static_cast<std::int64_t>(h.v.size());
        in_strips(n_ - from, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = from + begin; i < from + end; ++i) {
                double* row = &at(i, first);
                const double factor = h.beta * dot(row, h.v.data(), size);
                for (std::size_t j = 0; j < h.v.size(); ++j) row[j] -= factor * h.v[j];
            }
        });
    }

private:
    /// Strips of rows or columns that do not touch each other. Starting threads pays for large matrices only.
    void in_strips(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) const {
        constexpr std::int64_t strip = 256;
        const std::int64_t strips = (count + strip - 1) / strip;
        parallel_for(strips, n_ < 768 ? 1 : threads_,
                     [&](std::int64_t s) { body(s * strip, std::min(count, (s + 1) * strip)); });
    }

    std::int64_t n_;
    int threads_;
    std::vector<double> values_;
};

/// A direction that is close to uniform: each coordinate is a sum of random numbers, which is close to Gaussian.
Reflection random_reflection(std::int64_t size, std::uint64_t seed, RandsvdStream stream) {
    Random random(seed, stream, static_cast<std::uint64_t>(size));
    std::vector<double> x(static_cast<std::size_t>(size));
    for (double& v : x) {
        v = 0;
        for (int k = 0; k < 6; ++k) v += random.symmetric();
    }
    return reflection_of(std::move(x));
}

} // namespace

std::vector<TridiagonalRow> random_with_singular_values(std::int64_t n, double condition, SingularValues mode,
                                                        std::uint64_t seed, const Progress& progress, int threads) {
    require_memory(static_cast<double>(n) * static_cast<double>(n) * sizeof(double),
                   "The dense matrix behind a random system");
    Dense a(n, threads);
    for (std::int64_t i = 0; i < n; ++i) a.at(i, i) = singular_value(i, n, condition, mode);
    // Products of reflections of all sizes: singular vectors without a preferred direction (Stewart 1980).
    for (std::int64_t k = n - 2; k >= 0; --k) {
        progress.check(n - 2 - k, 2 * n);
        a.from_left(random_reflection(n - k, seed, left_vectors), k, 0);
        a.from_right(random_reflection(n - k, seed, right_vectors), k, 0);
    }
    // Row by row and column by column everything beside the three diagonals is reflected away.
    for (std::int64_t k = 0; k + 2 < n; ++k) {
        progress.check(n + k, 2 * n);
        std::vector<double> below, beside;
        for (std::int64_t i = k + 1; i < n; ++i) below.push_back(a.at(i, k));
        a.from_left(reflection_of(std::move(below)), k + 1, k);
        for (std::int64_t j = k + 1; j < n; ++j) beside.push_back(a.at(k, j));
        a.from_right(reflection_of(std::move(beside)), k + 1, k);
    }
    std::vector<TridiagonalRow> rows(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
        rows[i] = {i > 0 ? a.at(i, i - 1) : 0, a.at(i, i), i + 1 < n ? a.at(i, i + 1) : 0};
    return rows;
}

} // namespace warploom
