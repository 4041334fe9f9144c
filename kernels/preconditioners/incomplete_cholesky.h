#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

namespace warploom::kernels {

/// The incomplete Cholesky factorization IC(0): A ≈ L Lᵀ, where L has the pattern of the lower triangle of A (Meijerink
/// & van der Vorst 1977). L is stored row by row with ascending columns, so that the diagonal is the last entry in each
/// row.
struct IncompleteCholesky {
    std::vector<std::int64_t> row_pointer{0};
    std::vector<std::int32_t> column;
    std::vector<double> value;

    std::int64_t rows() const { return static_cast<std::int64_t>(row_pointer.size()) - 1; }
};

/// Computes the IC(0) factor of a matrix. Errors: "cg.preconditioner" with the row (counted from 0), if its diagonal is
/// missing or its pivot is not positive.
IncompleteCholesky incomplete_cholesky(const CsrMatrix& a);

/// Returns Lᵀ with ascending columns, so that the diagonal is first in its row, or with descending columns and the
/// diagonal last if `has_diagonal_last` is set.
IncompleteCholesky transposed(const IncompleteCholesky& l, bool has_diagonal_last);

/// Returns the reciprocals 1 / a_ii of the diagonal, which can be negative. Errors: "cg.preconditioner" with the row
/// (counted from 0), if its diagonal is 0, missing or, for `in_float`, has no reciprocal in float.
std::vector<double> inverse_diagonal(const CsrMatrix& a, bool in_float);

/// Applies the IC(0) preconditioner z = (L Lᵀ)⁻¹ r on the host in precision T.
template <class T> class TriangularSolves {
public:
    explicit TriangularSolves(IncompleteCholesky factor)
        : l_(std::move(factor)), value_(l_.value.begin(), l_.value.end()) {
        l_.value = {};
    }

    void solve(const T* r, T* z) const {
        const std::int64_t n = l_.rows();
        for (std::int64_t i = 0; i < n; ++i) {
            T sum = r[i];
            const std::int64_t diagonal = l_.row_pointer[i + 1] - 1;
            for (std::int64_t k = l_.row_pointer[i]; k < diagonal; ++k) sum -= value_[k] * z[l_.column[k]];
            z[i] = sum / value_[diagonal];
        }
        for (std::int64_t i = n - 1; i >= 0; --i) {
            const std::int64_t diagonal = l_.row_pointer[i + 1] - 1;
            const T known = z[i] / value_[diagonal];
            z[i] = known;
            for (std::int64_t k = l_.row_pointer[i]; k < diagonal; ++k) z[l_.column[k]] -= value_[k] * known;
        }
    }

private:
    IncompleteCholesky l_;
    std::vector<T> value_;
};

} // namespace warploom::kernels
