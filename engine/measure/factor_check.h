#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

namespace warploom::measure {

/// How well L U gives A in the places where A has entries, as the factors of ILU(0) do (Saad 2003, section 10.3.2).
/// Whatever the order of its sums, an entry that is made of n products and quotients keeps
///     |a_ij - (L U)_ij| <= 2 n u (|L||U|)_ij + n times the smallest denormal
/// (Higham 2002, lemma 8.4), u the unit roundoff. The factor 2 covers the terms of second order. There are as many such
/// equations as numbers, each determines one, so a factor that keeps all bounds is right.
struct FactorCheck {
    double bound_ratio = 0;              ///< the largest error / its bound; infinite where no bound can excuse it
    std::int64_t worst_row = -1;         ///< of that error
    std::int64_t first_wrong_entry = -1; ///< among the entries of A; -1: none is beyond its bound
    std::int64_t first_wrong_row = -1, first_wrong_column = -1;
    long double expected = 0; ///< of the first wrong entry, from the numbers before it

    bool is_right() const { return bound_ratio <= 1; }
};

/// `lu`: one number for each entry of A, L below the diagonal (its own is 1) and U from the diagonal on. A is square,
/// its columns ascend, and every diagonal is stored. `single`: computed in float, from values rounded to it.
FactorCheck check_incomplete_lu(const CsrMatrix& a, const std::vector<double>& lu, bool single);

} // namespace warploom::measure
