#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::measure {

/// The reference y = A x in long double, and an error bound. The bound holds for any order of summation in the tested
/// precision (Higham 2002, section 3.1): |y_i - ref_i| <= 2 n_i u (|A||x|)_i + n_i times the smallest denormal, where
/// row i has n_i entries and u is the unit roundoff. The factor 2 covers second-order terms. If `single` is set, the
/// values and x are first rounded to float.
struct SpmvReference {
    bool single = false;
    std::vector<long double> y;
    /// Error bound of each row. The bound can exceed the range of double if sums can overflow.
    std::vector<long double> bound;
    std::vector<double> magnitude; ///< (|A||x|)_i
};

/// Computes the reference y = A x with `threads` threads, or with one thread per core if `threads` is 0. x has one
/// entry per column.
SpmvReference spmv_reference(const CsrMatrix& matrix, const std::vector<double>& x, bool single, int threads = 0);

/// The result of comparing a computed y with the reference.
struct ErrorCheck {
    double bound_ratio = 0; ///< max |y_i - ref_i| / bound_i; infinite if an entry is NaN or infinite but should not be
    std::int64_t worst_row = -1;
    std::int64_t first_wrong_row = -1; ///< first row with an error beyond its bound; -1 if there is none
    std::string complaint;             ///< description of the worst row if bound_ratio > 1; otherwise empty

    bool is_right() const { return bound_ratio <= 1; }
};

/// Checks a computed y = A x. If an entry of the reference is NaN, the entry of y must be NaN. If it is infinite, the
/// entry of y must be the same infinity. If (|A||x|)_i exceeds the largest number of the precision, sums may overflow,
/// so any y_i that is not finite is accepted. If a row is empty or all of its terms are 0, y_i must be 0.
ErrorCheck check_spmv(const SpmvReference& reference, const std::vector<double>& y);
/// Checks one entry of y according to the same rules as check_spmv().
bool is_right_entry(const SpmvReference& reference, std::int64_t row, double y);

} // namespace warploom::measure
