#include "engine/matrix/negative_curvature.h"

#include "engine/matrix/csr_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace warploom {

namespace {

/// Returns the square block of n rows and columns that starts at row `first` of a matrix, as a dense matrix in
/// row-major order.
std::vector<double> dense_block(const CsrMatrix& a, std::int64_t first, std::size_t n) {
    std::vector<double> block(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t row = first + static_cast<std::int64_t>(i);
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int64_t column = a.column[k] - first;
            if (column >= 0 && column < static_cast<std::int64_t>(n))
                block[i * n + static_cast<std::size_t>(column)] = a.value[k];
        }
    }
    return block;
}

/// Computes v·Av for a vector v that is zero after element `last`. Returns std::nullopt unless the result is negative
/// even if all rounding errors are taken into account.
std::optional<double> certain_curvature(const std::vector<double>& block, std::size_t n, const std::vector<double>& v,
                                        std::size_t last) {
    long double sum = 0, magnitude = 0;
    for (std::size_t i = 0; i <= last; ++i)
        for (std::size_t j = 0; j <= last; ++j) {
            const long double term = static_cast<long double>(v[i]) * static_cast<long double>(block[i * n + j]) *
                                     static_cast<long double>(v[j]);
            sum += term;
            magnitude += std::fabs(term);
        }
    const long double rounding =
        static_cast<long double>((last + 2) * (last + 2)) * std::numeric_limits<double>::epsilon() * magnitude;
    if (!(sum < -rounding)) return std::nullopt;
    return static_cast<double>(sum);
}

std::optional<NegativeCurvature> factor_block(const CsrMatrix& a, std::int64_t first, std::size_t n) {
    const std::vector<double> block = dense_block(a, first, n);
    std::vector<double> l(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = block[i * n + j];
            for (std::size_t k = 0; k < j; ++k) sum -= l[i * n + k] * l[j * n + k];
            if (j < i) {
                l[i * n + j] = sum / l[j * n + j];
            } else if (sum > 0) {
                l[i * n + i] = std::sqrt(sum);
            } else {
                // Solve L^T v = -l_i for the preceding rows, so that v·Av equals the pivot.
                std::vector<double> v(n);
                v[i] = 1;
                for (std::size_t row = i; row-- > 0;) {
                    double right = 0;
                    for (std::size_t k = row + 1; k <= i; ++k) right -= l[k * n + row] * v[k];
                    v[row] = right / l[row * n + row];
                }
                const auto pivot = certain_curvature(block, n, v, i);
                if (!pivot) return std::nullopt; // the pivot is zero within rounding errors, so stop here
                return NegativeCurvature{first, first + static_cast<std::int64_t>(i), *pivot};
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<NegativeCurvature> find_negative_curvature(const CsrMatrix& a) {
    constexpr std::int64_t most_whole = 256, rows_of_block = 96, most_blocks = 16;
    if (a.rows <= most_whole) return factor_block(a, 0, static_cast<std::size_t>(a.rows));
    const std::int64_t blocks = std::min(most_blocks, a.rows / rows_of_block);
    for (std::int64_t block = 0; block < blocks; ++block) {
        const std::int64_t first = (a.rows - rows_of_block) / std::max<std::int64_t>(1, blocks - 1) * block;
        if (auto found = factor_block(a, first, rows_of_block)) return found;
    }
    return std::nullopt;
}

bool is_diagonally_dominant(const CsrMatrix& a) {
    for (std::int64_t row = 0; row < a.rows; ++row) {
        double diagonal = 0, others = 0;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            if (a.column[k] == row) diagonal = a.value[k];
            else others += std::fabs(a.value[k]);
        if (!(diagonal >= others)) return false;
    }
    return true;
}

} // namespace warploom
