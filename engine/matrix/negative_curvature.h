#pragma once

#include <cstdint>
#include <optional>

namespace warploom {

struct CsrMatrix;

/// Proof that a symmetric matrix A is not positive definite: v·Av < 0 for a vector v whose elements are zero before
/// `first` and after `last`, counted from 0.
struct NegativeCurvature {
    std::int64_t first = 0, last = 0;
    double pivot =
        0; ///< v·Av for the v with v(last) = 1, which is the pivot of the Cholesky factorization in row `last`
};

/// Factors diagonal blocks of a symmetric matrix by Cholesky's method until a pivot is negative, which proves that the
/// matrix is not positive definite (Horn and Johnson, Matrix Analysis, 7.1.2). A matrix with at most 256 rows is a
/// single block. For a larger matrix, up to 16 blocks of 96 rows each are factored. The result does not depend on
/// rounding errors. The matrix must be square and finite, without duplicate positions. Returns std::nullopt if there is
/// no proof.
std::optional<NegativeCurvature> find_negative_curvature(const CsrMatrix& matrix);

/// Returns whether the diagonal of a symmetric matrix proves that no eigenvalue is negative. This is the case if each
/// diagonal entry is at least the sum of the magnitudes of the other entries in its row (Gershgorin).
bool is_diagonally_dominant(const CsrMatrix& matrix);

} // namespace warploom
