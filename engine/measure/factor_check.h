#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

namespace warploom::measure {

/// The deviation of L U from A at the nonzeros of A, where ILU(0) must reproduce A (Saad 2003, section 10.3.2). The
/// following bound holds for an entry that is computed from n products and quotients in any order of summation: |a_ij -
/// (L U)_ij| <= 2 n u (|L||U|)_ij + n times the smallest denormal (Higham 2002, lemma 8.4), where u is the unit
/// roundoff. The factor 2 covers second-order terms. There is one equation for each entry of the factor, so a factor
/// that satisfies all bounds is correct.
struct FactorCheck {
    /// Largest ratio of an error to its bound; infinite if an entry is NaN or infinite but should not be.
    double bound_ratio = 0;
    std::int64_t worst_row = -1; ///< row with the largest error, relative to the bound
    /// Index of the first wrong entry of A; -1 if all entries are within their bounds.
    std::int64_t first_wrong_entry = -1;
    std::int64_t first_wrong_row = -1, first_wrong_column = -1;
    long double expected = 0; ///< expected value of the first wrong entry, computed from the preceding entries

    bool is_right() const { return bound_ratio <= 1; }
};

/// Checks incomplete LU factors. `lu` has one value for each entry of A. The values below the diagonal are those of L,
/// which has an implicit unit diagonal. The values on and above the diagonal are those of U. A must be square, with
/// column indices in ascending order and all diagonal entries stored. `single` means that the factors were computed in
/// float from rounded values.
FactorCheck check_incomplete_lu(const CsrMatrix& a, const std::vector<double>& lu, bool single);

} // namespace warploom::measure
