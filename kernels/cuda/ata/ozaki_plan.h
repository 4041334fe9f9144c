#pragma once

#include "engine/generators/dense_matrix.h"
#include "kernels/cuda/ata/ozaki_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Plans the conversion of A to integers for the kernel `ozaki`. Source: Ozaki, Uchino, Imamura, "Ozaki Scheme II: A
// GEMM-oriented emulation of floating-point matrix multiplication using an integer modular technique", arXiv:2504.08009
// (2025). The paper multiplies two different matrices; `ozaki` computes one triangle of C = AᵀA.

namespace warploom::kernels::ozaki {

/// Largest number of rows of A. Products of residues are at most 2^14, and their sums must fit in int32.
constexpr std::int64_t most_rows = 131071;

/// Column j of A is converted to the integers round(a 2^(bits - e_j)), where 2^e_j is the smallest power of two above
/// the largest magnitude in the column. The dot products of these integers are exact, so c(i, j) differs from the exact
/// value by at most `error` |a_i| |a_j|, where |a_i| is the norm of column i.
struct Plan {
    int moduli = 0;
    int bits = 0;
    double error = 0;
};

/// Statistics of A after each column has been scaled so that its largest magnitude is between 1/2 and 1.
struct Columns {
    double longest = 0;         ///< largest sum of squares of a column
    double inverse_length = 0;  ///< largest 1 / |a_j| over all columns
    double sum_over_length = 0; ///< largest (sum of |a_kj|) / |a_j| over all columns
};

inline Columns look_at(const DenseMatrix& a) {
    std::vector<double> largest(a.cols, 0), sum(a.cols, 0), squares(a.cols, 0);
    for (std::int64_t k = 0; k < a.rows; ++k)
        for (std::int64_t j = 0; j < a.cols; ++j) {
            const double size = std::fabs(a.value[k * a.cols + j]);
            if (!(size <= largest[j])) largest[j] = size; // the condition is negated so that NaN is also stored
        }
    std::vector<double> scale(a.cols, 0);
    for (std::int64_t j = 0; j < a.cols; ++j) {
        if (largest[j] == 0 || !std::isfinite(largest[j])) continue;
        int exponent = 0;
        std::frexp(largest[j], &exponent);
        scale[j] = std::ldexp(1.0, std::min(-exponent, 1023));
    }
    for (std::int64_t k = 0; k < a.rows; ++k)
        for (std::int64_t j = 0; j < a.cols; ++j) {
            if (scale[j] == 0) continue;
            const double size = std::fabs(a.value[k * a.cols + j]) * scale[j];
            sum[j] += size;
            squares[j] += size * size;
        }
    Columns seen;
    for (std::int64_t j = 0; j < a.cols; ++j) {
        if (squares[j] == 0) continue;
        const double length = std::sqrt(squares[j]);
        seen.longest = std::max(seen.longest, squares[j]);
        seen.inverse_length = std::max(seen.inverse_length, 1 / length);
        seen.sum_over_length = std::max(seen.sum_over_length, sum[j] / length);
    }
    return seen;
}

/// Returns the plan with the fewest moduli whose error is at most m 2^-53, the error of m rounded additions. Uses at
/// most 53 bits. Ignores columns with NaN or infinity. Reads A twice.
inline Plan plan_for(const DenseMatrix& a) {
    constexpr int most_bits = 53;
    constexpr double roundoff = 0x1p-53;
    const Columns columns = look_at(a);
    const auto m = static_cast<double>(a.rows);
    // Rounding changes each integer by at most one half, which is 2^(-bits - 1) in its scaled column.
    const auto error_with = [&](int bits) {
        const double half = std::ldexp(1.0, -bits - 1);
        return 2 * half * columns.inverse_length * columns.sum_over_length +
               m * half * half * columns.inverse_length * columns.inverse_length + roundoff;
    };
    double room = 0;
    Plan plan;
    for (int l = 0; l < most_moduli; ++l) {
        room += std::log2(modulus[l]);
        const auto fits = [&](int bits) {
            const double length = std::ldexp(std::sqrt(columns.longest), bits) + std::sqrt(m) / 2;
            return 2 + 2 * std::log2(std::max(length, 1.0)) < room - 1e-6;
        };
        int bits = most_bits;
        while (bits > 0 && !fits(bits)) --bits;
        if (bits == 0) continue;
        plan = {l + 1, bits, error_with(bits)};
        if (bits == most_bits || plan.error <= m * roundoff) break;
    }
    return plan;
}

/// Returns the constants for the first `count` moduli (1 to most_moduli).
inline Parts parts_of(int count) {
    Parts parts;
    parts.count = count;
    for (int l = 0; l < count; ++l) parts.product *= static_cast<UnsignedWide>(modulus[l]);
    for (int l = 0; l < count; ++l) {
        const UnsignedWide others = parts.product / static_cast<UnsignedWide>(modulus[l]);
        const int left = static_cast<int>(others % static_cast<UnsignedWide>(modulus[l]));
        int inverse = 1;
        while (left * inverse % modulus[l] != 1) ++inverse;
        parts.part[l] = others * static_cast<UnsignedWide>(inverse);
        parts.share[l] = static_cast<double>(inverse) / modulus[l];
    }
    return parts;
}

} // namespace warploom::kernels::ozaki
