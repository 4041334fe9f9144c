#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/trsv/level_sets.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// The incomplete factorization ILU(0): A ≈ L U with the pattern of A (Meijerink & van der Vorst 1977; Saad 2003,
/// section 10.3.2). Both factors are stored in one matrix: L, without its unit diagonal, below the diagonal, and U on
/// and above the diagonal. A need not be symmetric. Rossignon et al. (2013, section 4) mention this factorization and
/// its two triangular solves as future work.
struct IncompleteLu {
    std::vector<int> row_pointer{0}, column;
    std::vector<int> diagonal; ///< index of each row's diagonal entry in `column` and `value`
    std::vector<double> value;
    LevelSets lower, upper; ///< sets of independent rows, in the order of the solves with L and U

    std::int64_t rows() const { return static_cast<std::int64_t>(diagonal.size()); }
};

/// The structure of ILU(0) factors, which depends only on the pattern of A.
struct LuPattern {
    std::vector<int> diagonal;
    /// Level sets for solving with L and U; the factorization also follows `lower`.
    LevelSets lower, upper;
    /// Floating-point operations: one division per entry of L, and two operations for each entry that it modifies.
    std::int64_t operations = 0;
};

/// Computes the structure of the ILU(0) factors. `a` must be square with ascending columns in each row. Errors:
/// "matrix.diagonal" with the row (counted from 0) that lacks a diagonal entry; "matrix.square"; "matrix.index".
LuPattern lu_pattern(const CsrMatrix& a);

/// Returns the first row (counted from 0) of a square matrix that has no stored diagonal entry. Columns must be
/// ascending.
std::optional<std::int64_t> first_without_diagonal(const CsrMatrix& a);

/// Computes the ILU(0) factors on the host. Errors: "cg.preconditioner" with the row (counted from 0), if its diagonal
/// is missing or its pivot is 0, infinite or NaN; "matrix.index".
IncompleteLu incomplete_lu(const CsrMatrix& a);
/// Throws Error("cg.preconditioner") for a row (counted from 0) without a diagonal entry.
[[noreturn]] void refuse_missing_diagonal(std::int64_t row);
/// Throws Error("cg.preconditioner") for a row (counted from 0) with an invalid pivot. Without `pivot`, the message
/// says that it is 0 or not finite.
[[noreturn]] void refuse_pivot(std::int64_t row, std::optional<double> pivot = {});

/// Applies the ILU(0) preconditioner z = U⁻¹ L⁻¹ r on the host in precision T.
template <class T> class LuSolves {
public:
    explicit LuSolves(IncompleteLu factor) : lu_(std::move(factor)), value_(lu_.value.begin(), lu_.value.end()) {
        lu_.value = {};
    }

    void solve(const T* r, T* z) const {
        const std::int64_t n = lu_.rows();
        for (std::int64_t i = 0; i < n; ++i) {
            T sum = r[i];
            for (int k = lu_.row_pointer[i]; k < lu_.diagonal[i]; ++k) sum -= value_[k] * z[lu_.column[k]];
            z[i] = sum;
        }
        for (std::int64_t i = n - 1; i >= 0; --i) {
            T sum = z[i];
            for (int k = lu_.diagonal[i] + 1; k < lu_.row_pointer[i + 1]; ++k) sum -= value_[k] * z[lu_.column[k]];
            z[i] = sum / value_[lu_.diagonal[i]];
        }
    }

private:
    IncompleteLu lu_;
    std::vector<T> value_;
};

} // namespace warploom::kernels
