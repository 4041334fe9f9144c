#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/trsv/level_sets.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// A ≈ L U with the pattern of A: ILU(0) (Meijerink & van der Vorst 1977; Saad 2003, section 10.3.2). Both factors
/// are stored in one matrix: L below the diagonal, whose unit diagonal is not stored, and U from the diagonal on. A
/// need not be symmetric. rossignon2013 (section 4) names this and its two triangular solves as future work.
struct IncompleteLu {
    std::vector<int> row_pointer{0}, column;
    std::vector<int> diagonal; ///< position of each row's diagonal in `column` and `value`
    std::vector<double> value;
    LevelSets lower, upper; ///< independent rows, in the order in which L and U are solved

    std::int64_t rows() const { return static_cast<std::int64_t>(diagonal.size()); }
};

/// The structure of the factors. It follows from the pattern of A alone, before any value is computed.
struct LuPattern {
    std::vector<int> diagonal; ///< position of each row's diagonal among the entries
    LevelSets lower, upper;    ///< as in IncompleteLu; rows are factorized in the order of `lower`
    std::int64_t operations =
        0; ///< one division per entry of L, and a product and a difference per entry that it changes
};

/// Computes the pattern. `a` must be square with ascending columns in each row. Errors: "matrix.diagonal" with the row
/// (from 0) that lacks a diagonal; "matrix.square"; "matrix.index".
LuPattern lu_pattern(const CsrMatrix& a);

/// Returns the first row (from 0) of a square matrix without a stored diagonal entry. Columns must ascend.
std::optional<std::int64_t> first_without_diagonal(const CsrMatrix& a);

/// Computes the factors with their values on the host. Errors: "cg.preconditioner" with the row (from 0) whose diagonal
/// is missing or whose pivot is 0 or not finite; "matrix.index".
IncompleteLu incomplete_lu(const CsrMatrix& a);
/// Throws "cg.preconditioner" for a row (from 0) without a diagonal entry.
[[noreturn]] void refuse_missing_diagonal(std::int64_t row);
/// Throws "cg.preconditioner" for a row (from 0) with an invalid pivot. If it is not known, it is 0 or not finite.
[[noreturn]] void refuse_pivot(std::int64_t row, std::optional<double> pivot = {});

/// Computes z = U⁻¹ L⁻¹ r on the host in the precision T.
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
