// Matrices with regular nonzero patterns: stencils, bands, and structures for which some storage formats are
// inefficient.
#include "engine/generators/generators.h"
#include "engine/matrix/random.h"
#include "engine/matrix/row_builder.h"

#include <algorithm>

namespace warploom {

namespace {

std::int32_t as_column(std::int64_t column) { return static_cast<std::int32_t>(column); }

struct RowWriter {
    std::int32_t* column;
    double* value;
    void put(std::int64_t c, double v) {
        *column++ = as_column(c);
        *value++ = v;
    }
};

} // namespace

/// Generates the 5-point Laplacian without boundary points: 4 on the diagonal, and -1 for each neighbor of a grid
/// point.
CsrMatrix make_laplace2d(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n");
    const auto inside = [n](std::int64_t i) { return static_cast<std::int64_t>(i > 0) + (i < n - 1); };
    return build_rows(
        n * n, n * n, [=](std::int64_t row) { return 1 + inside(row / n) + inside(row % n); },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            const std::int64_t y = row / n, x = row % n;
            RowWriter out{column, value};
            if (y > 0) out.put(row - n, -1);
            if (x > 0) out.put(row - 1, -1);
            out.put(row, 4);
            if (x < n - 1) out.put(row + 1, -1);
            if (y < n - 1) out.put(row + n, -1);
        },
        progress, threads);
}

/// Generates the 7-point Laplacian without boundary points: 6 on the diagonal, and -1 for each neighbor of a grid
/// point.
CsrMatrix make_laplace3d(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), plane = n * n;
    const auto inside = [n](std::int64_t i) { return static_cast<std::int64_t>(i > 0) + (i < n - 1); };
    return build_rows(
        plane * n, plane * n,
        [=](std::int64_t row) { return 1 + inside(row / plane) + inside(row / n % n) + inside(row % n); },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            const std::int64_t z = row / plane, y = row / n % n, x = row % n;
            RowWriter out{column, value};
            if (z > 0) out.put(row - plane, -1);
            if (y > 0) out.put(row - n, -1);
            if (x > 0) out.put(row - 1, -1);
            out.put(row, 6);
            if (x < n - 1) out.put(row + 1, -1);
            if (y < n - 1) out.put(row + n, -1);
            if (z < n - 1) out.put(row + plane, -1);
        },
        progress, threads);
}

/// Generates a band matrix with lower + upper + 1 on the diagonal and -1 elsewhere in the band. Every row is strictly
/// diagonally dominant.
CsrMatrix make_banded(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), cols = values.cols();
    const std::int64_t lower = values.integer("lower"), upper = values.integer("upper");
    const auto first = [=](std::int64_t row) { return std::min(cols, std::max<std::int64_t>(0, row - lower)); };
    const auto end = [=](std::int64_t row) { return std::min(cols, row + upper + 1); };
    return build_rows(
        n, cols, [=](std::int64_t row) { return std::max<std::int64_t>(0, end(row) - first(row)); },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            RowWriter out{column, value};
            for (std::int64_t c = first(row); c < end(row); ++c)
                out.put(c, c == row ? static_cast<double>(lower + upper + 1) : -1.0);
        },
        progress, threads);
}

/// Generates a diagonal matrix with a_ii = i + 1 for i = 0, 1, 2, ... The values are positive and distinct, so that
/// tests can detect kernels that swap rows.
CsrMatrix make_diagonal(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), cols = values.cols();
    return build_rows(
        n, cols, [=](std::int64_t row) { return static_cast<std::int64_t>(row < cols); },
        [](std::int64_t row, std::int32_t* column, double* value) {
            RowWriter{column, value}.put(row, static_cast<double>(row + 1));
        },
        progress, threads);
}

/// Generates an arrowhead matrix with nonzeros in the first row, in the first column and on the diagonal. Off-diagonal
/// entries are -1, the entry in the corner is n, and the other diagonal entries are 2. The matrix is positive definite:
/// after the other rows have been eliminated, n - (n - 1) / 2 remains in the corner.
CsrMatrix make_arrow(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n");
    return build_rows(
        n, n, [=](std::int64_t row) { return row == 0 ? n : 2; },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            RowWriter out{column, value};
            if (row == 0) {
                out.put(0, static_cast<double>(n));
                for (std::int64_t c = 1; c < n; ++c) out.put(c, -1);
            } else {
                out.put(0, -1);
                out.put(row, 2);
            }
        },
        progress, threads);
}

/// Generates a diagonal matrix in which one row has `length` entries.
CsrMatrix make_one_long_row(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), long_row = std::min(values.integer("row"), n - 1);
    const std::int64_t wanted = values.integer("length");
    const std::int64_t length = wanted == 0 ? n : std::min(wanted, n);
    const std::uint64_t seed = values.seed();
    return build_rows(
        n, n, [=](std::int64_t row) { return row == long_row ? length : 1; },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            Random random(seed, 0, static_cast<std::uint64_t>(row));
            RowWriter out{column, value};
            if (row != long_row) return out.put(row, random.symmetric());
            for (std::int64_t k = 0; k < length; ++k) out.put(k * n / length, random.symmetric());
        },
        progress, threads);
}

/// Generates a matrix in which the last row and rows 0, every, 2 every, ... are empty. All other rows have up to
/// `length` adjacent entries.
CsrMatrix make_empty_rows(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), cols = values.cols();
    const std::int64_t every = values.integer("every"), length = std::min(values.integer("length"), cols);
    const std::uint64_t seed = values.seed();
    return build_rows(
        n, cols, [=](std::int64_t row) { return row % every == 0 || row == n - 1 ? 0 : length; },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            Random random(seed, 0, static_cast<std::uint64_t>(row));
            const auto first = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(cols - length) + 1));
            RowWriter out{column, value};
            for (std::int64_t k = 0; k < length; ++k) out.put(first + k, random.symmetric());
        },
        progress, threads);
}

CsrMatrix make_dense(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t rows = values.integer("rows"), cols = values.integer("cols");
    const std::uint64_t seed = values.seed();
    const std::int64_t zeros = values.integer("zeros");
    const bool is_known = values.integer("fill") != 0;
    return build_rows(
        rows, cols, [=](std::int64_t) { return cols; },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            Random random(seed, 0, static_cast<std::uint64_t>(row));
            RowWriter out{column, value};
            for (std::int64_t c = 0; c < cols; ++c) {
                const double number = is_known ? known_value(c) : random.symmetric();
                out.put(c, is_zero_of_dense(row, c, zeros) ? 0 : number);
            }
        },
        progress, threads);
}

} // namespace warploom
