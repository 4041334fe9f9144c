// The twenty test matrices of Klein & Strzodka 2021, table 1, the second-difference matrix, and matrices for testing
// kernels.
#include "engine/generators/tridiagonal_kinds.h"

#include "engine/matrix/random.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace warploom {
namespace {

constexpr std::int64_t any_n = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t dense_n = 1024;
constexpr double dense_condition = 1e15;

enum KindStream : std::uint64_t { uniform_bands = 40, thinning };

/// Returns the distribution of the singular values for a kind of random matrix. The kinds are numbered as in Klein &
/// Strzodka 2021.
SingularValues mode_of(int kind) {
    switch (kind) {
    case 8: return SingularValues::one_small;
    case 9: return SingularValues::geometric;
    case 10: return SingularValues::one_large;
    default: return SingularValues::arithmetic;
    }
}

bool is_dense(int kind) { return kind >= 8 && kind <= 11; }

/// Returns row `row` of dorr(n, theta), counted from 1 (Dorr 1971). The matrix comes from a convection-diffusion
/// problem in which the flow changes direction in the middle.
TridiagonalRow dorr_row(std::int64_t row, std::int64_t n, double theta) {
    const double h = 1 / static_cast<double>(n + 1), term = theta / (h * h);
    const double drift = (0.5 - static_cast<double>(row) * h) / h;
    TridiagonalRow r;
    if (row <= (n + 1) / 2) {
        r.a = -term;
        r.c = r.a - drift;
    } else {
        r.c = -term;
        r.a = r.c + drift;
    }
    r.b = -(r.a + r.c);
    return r;
}

} // namespace

const std::vector<TridiagonalKind>& tridiagonal_kinds() {
    static const std::vector<TridiagonalKind> kinds{
        {0, sentence_pattern("second difference"),
         sentence_pattern("Only weakly diagonally dominant; the condition number grows with n squared."), true, any_n},
        {1, sentence_pattern("uniform (-1, 1)"),
         sentence_pattern("All three diagonals are random, so small pivots can occur anywhere."), false, any_n},
        {2, sentence_pattern("diagonal 1e8"),
         sentence_pattern("The diagonal is so large that the off-diagonal entries hardly matter."), true, any_n},
        {3, sentence_pattern("lesp"),
         sentence_pattern(
             "-5, -7, -9, ... on the diagonal, 1/i below and i above: diagonally dominant, but far from symmetric."),
         true, any_n},
        {4, sentence_pattern("uniform, one entry below x 1e-50"),
         sentence_pattern("Like kind 1, but row n/2 is almost decoupled from the row above it."), false, any_n},
        {5, sentence_pattern("uniform, half of the off-diagonals 0"),
         sentence_pattern("Like kind 1, but the matrix decomposes into short systems."), false, any_n},
        {6, sentence_pattern("diagonal 64"),
         sentence_pattern("Strongly diagonally dominant with random off-diagonal entries."), true, any_n},
        {7, sentence_pattern("inverse of KMS(0.5)"),
         sentence_pattern("The inverse of the matrix 0.5^|i-j|: diagonally dominant and well conditioned."), true,
         any_n},
        {8, sentence_pattern("random, one singular value 1e-15"),
         sentence_pattern("Condition number 1e15 because of one small singular value."), false, dense_n},
        {9, sentence_pattern("random, geometric singular values"),
         sentence_pattern("Condition number 1e15 with logarithmically spaced singular values."), false, dense_n},
        {10, sentence_pattern("random, all but one singular value 1e-15"),
         sentence_pattern("Condition number 1e15 because of one large singular value."), false, dense_n},
        {11, sentence_pattern("random, arithmetic singular values"),
         sentence_pattern("Condition number 1e15 with linearly spaced singular values."), false, dense_n},
        {12, sentence_pattern("uniform, all entries below x 1e-50"),
         sentence_pattern("Like kind 1, but nearly upper triangular."), false, any_n},
        {13, sentence_pattern("dorr(1e-4)"), sentence_pattern("Diagonally dominant by rows and nearly singular."), true,
         any_n},
        {14, sentence_pattern("diagonal 1e-8"),
         sentence_pattern("Random off-diagonal entries around a diagonal that is too small to pivot on."), false,
         any_n},
        {15, sentence_pattern("diagonal 0"),
         sentence_pattern("Every pivot is 0 unless rows are interchanged; singular if n is odd."), false, any_n},
        {16, sentence_pattern("1, 1e-8, 1"),
         sentence_pattern("Equal off-diagonal entries around a diagonal that is too small to pivot on."), false, any_n},
        {17, sentence_pattern("1, 1e8, 1"),
         sentence_pattern("Equal off-diagonal entries and a diagonal so large that they hardly matter."), true, any_n},
        {18, sentence_pattern("-1, 4, -1"), sentence_pattern("Strictly diagonally dominant and symmetric."), true,
         any_n},
        {19, sentence_pattern("-1, 4, 1"),
         sentence_pattern("Strictly diagonally dominant; the off-diagonal entries have opposite signs."), true, any_n},
        {20, sentence_pattern("-1, 4, uniform"),
         sentence_pattern("Strictly diagonally dominant with random entries above the diagonal."), true, any_n},
        {21, sentence_pattern("+4 or -4, some couplings 0"),
         sentence_pattern("Strictly diagonally dominant with a diagonal of mixed signs; every third coupling is 0."),
         true, any_n},
        {22, sentence_pattern("diagonal 1, 1, 4, 4, ..."),
         sentence_pattern("Elimination without pivoting encounters a zero pivot in the second row; singular for n = "
                          "2."),
         false, any_n},
        {23, sentence_pattern("diagonal 4, last rows 1, 2"),
         sentence_pattern("Singular: elimination without pivoting encounters a zero pivot in the last row."), false,
         any_n},
    };
    return kinds;
}

TridiagonalRule::TridiagonalRule(int kind, std::int64_t n, std::uint64_t seed, const Progress& progress, int threads)
    : kind_(kind), n_(n), rows_a_system_(n), seed_(seed) {
    if (is_dense(kind))
        reduced_ = random_with_singular_values(n, dense_condition, mode_of(kind), seed, progress, threads);
}

TridiagonalRule::TridiagonalRule(const GeneratorValues& values, const Progress& progress, int threads)
    : TridiagonalRule(static_cast<int>(values.integer("kind")), values.integer("n"), values.seed(), progress, threads) {
    rows_a_system_ = n_ / values.integer("systems");
}

TridiagonalRow TridiagonalRule::row(std::int64_t i) const {
    TridiagonalRow r = inner_row(i);
    const std::int64_t place = i % rows_a_system_;
    if (place == 0) r.a = 0;
    if (place == rows_a_system_ - 1) r.c = 0;
    return r;
}

TridiagonalRow TridiagonalRule::inner_row(std::int64_t i) const {
    if (is_dense(kind_)) return reduced_[i];
    const auto random_row = [&] {
        Random random(seed_, uniform_bands, static_cast<std::uint64_t>(i));
        TridiagonalRow r;
        r.a = random.symmetric();
        r.b = random.symmetric();
        r.c = random.symmetric();
        return r;
    };
    const auto random_around = [&](double diagonal) {
        TridiagonalRow r = random_row();
        r.b = diagonal;
        return r;
    };
    const auto x = static_cast<double>(i + 1); // the formulas of matrix kinds 3 and 13 count rows from 1
    switch (kind_) {
    case 1: return random_row();
    case 2: return random_around(1e8);
    case 3: return {1 / x, -(2 * x + 3), x + 1};
    case 4: {
        TridiagonalRow r = random_row();
        if (i == n_ / 2) r.a *= 1e-50;
        return r;
    }
    case 5: {
        TridiagonalRow r = random_row();
        Random keep(seed_, thinning, static_cast<std::uint64_t>(i));
        if (keep.next() >> 63 == 0) r.a = 0;
        if (keep.next() >> 63 == 0) r.c = 0;
        return r;
    }
    case 6: return random_around(64);
    case 7: { // the inverse of rho^|i-j| is (-rho, 1 + rho^2, -rho) / (1 - rho^2), with 1 in both corners
        constexpr double rho = 0.5, scale = 1 / (1 - rho * rho);
        const bool corner = i == 0 || i == n_ - 1;
        const double diagonal = n_ == 1 ? 1 : scale * (corner ? 1 : 1 + rho * rho);
        return {-rho * scale, diagonal, -rho * scale};
    }
    case 12: {
        TridiagonalRow r = random_row();
        r.a *= 1e-50;
        return r;
    }
    case 13: return dorr_row(i + 1, n_, 1e-4);
    case 14: return random_around(1e-8);
    case 15: return random_around(0);
    case 16: return {1, 1e-8, 1};
    case 17: return {1, 1e8, 1};
    case 18: return {-1, 4, -1};
    case 19: return {-1, 4, 1};
    case 20: return {-1, 4, random_row().c};
    case 21: {
        TridiagonalRow r = random_around(i % 2 == i / 3 % 2 ? 4 : -4);
        if (i % 3 == 1) r.a = 0;
        if (i % 3 == 2) r.c = 0;
        return r;
    }
    case 22: return {1, i % rows_a_system_ < 2 ? 1.0 : 4.0, 1};
    case 23: // rows n - 2 and n - 1 form a separate system: 1, 2 and 1, 2
        if (i >= n_ - 2) return {i == n_ - 1 ? 1.0 : 0.0, i == n_ - 1 ? 2.0 : 1.0, 2};
        return {1, 4, i == n_ - 3 ? 0.0 : 1.0};
    default: return {-1, 2, -1};
    }
}

/// Generates the matrix for the string `tridiagonal:...`. Entries that are zero are not stored.
CsrMatrix make_tridiagonal(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n");
    const TridiagonalRule rule(values, progress, threads);
    return build_rows(
        n, n,
        [&](std::int64_t row) {
            const TridiagonalRow r = rule.row(row);
            return static_cast<std::int64_t>(r.a != 0) + (r.b != 0) + (r.c != 0);
        },
        [&](std::int64_t row, std::int32_t* column, double* value) {
            const TridiagonalRow r = rule.row(row);
            const auto put = [&](std::int64_t at, double v) {
                if (v == 0) return;
                *column++ = static_cast<std::int32_t>(at);
                *value++ = v;
            };
            put(row - 1, r.a);
            put(row, r.b);
            put(row + 1, r.c);
        },
        progress, threads);
}

namespace {

// Matrices with given singular values: randsvd from Higham 2002, section 28.3, with one diagonal on each side of the
// main diagonal. The computation uses only products, sums and square roots in a fixed order, so every machine generates
// the same bits with any number of threads.

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

/// A Householder reflection, I - beta v v^T.
struct Reflection {
    std::vector<double> v;
    double beta = 0;
};

double dot(const double* x, const double* y, std::int64_t n) {
    std::array<double, 8> sums{}; // the sum is computed in a fixed order that compilers can vectorize
    std::int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (std::size_t k = 0; k < 8; ++k)
            sums[k] += x[i + static_cast<std::int64_t>(k)] * y[i + static_cast<std::int64_t>(k)];
    double rest = 0;
    for (; i < n; ++i) rest += x[i] * y[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + rest;
}

/// Returns the reflection that maps x to a multiple of the first unit vector.
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

    /// Applies a reflection from the left, A = H A, to rows first .. first + size - 1. Includes only the columns
    /// starting at `from`.
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
    /// Applies a reflection from the right, A = A H, to columns first .. first + size - 1. Includes only the rows
    /// starting at `from`.
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
    /// Processes disjoint strips of rows or columns in parallel. Starts threads only if the matrix is large.
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

/// Returns a reflection with an almost uniformly distributed direction. Each coordinate is a sum of random numbers and
/// therefore approximately Gaussian.
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
                   sentence("The dense matrix from which the random system is generated"));
    Dense a(n, threads);
    for (std::int64_t i = 0; i < n; ++i) a.at(i, i) = singular_value(i, n, condition, mode);
    // The product of random reflections of all sizes has uniformly distributed singular vectors (Stewart 1980).
    for (std::int64_t k = n - 2; k >= 0; --k) {
        progress.check(n - 2 - k, 2 * n);
        a.from_left(random_reflection(n - k, seed, left_vectors), k, 0);
        a.from_right(random_reflection(n - k, seed, right_vectors), k, 0);
    }
    // Use reflections to eliminate all entries outside the three diagonals, one row and one column at a time.
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
