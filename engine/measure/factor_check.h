#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

namespace warploom::measure {

/// How well L U matches A at the entries of A, as required for the factors of ILU(0) (Saad 2003, section 10.3.2). For
/// any order of summation, an entry that is computed from n products and quotients satisfies |a_ij - (L U)_ij| <= 2 n u
/// (|L||U|)_ij + n times the smallest denormal (Higham 2002, lemma 8.4), where u is the unit roundoff. The factor 2
/// covers second-order terms. There is one such equation for each entry of the factor, and each equation determines one
/// entry, so a factor that satisfies all bounds is correct.
struct FactorCheck {
    /// largest ratio of an error to its bound; infinite if an entry is NaN or infinite without cause
    double bound_ratio = 0;
    std::int64_t worst_row = -1;         ///< row of the largest error
    std::int64_t first_wrong_entry = -1; ///< index into the entries of A; -1 if all are within their bounds
    std::int64_t first_wrong_row = -1, first_wrong_column = -1;
    long double expected = 0; ///< expected value of the first wrong entry, computed from the preceding ones

    bool is_right() const { return bound_ratio <= 1; }
};

/// Checks incomplete LU factors. `lu` has one value for each entry of A: L below the diagonal (with an implicit unit
/// diagonal), and U on and above the diagonal. A must be square, its columns must be in ascending order, and every
/// diagonal entry must be stored. `single` means that the factors were computed in float from rounded values.
FactorCheck check_incomplete_lu(const CsrMatrix& a, const std::vector<double>& lu, bool single);

} // namespace warploom::measure
