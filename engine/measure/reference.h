#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::measure {

/// y = A x in long double, with the values and x first rounded to float if `single` is set, and the error bound that
/// holds for any order of summation in that precision (Higham 2002, section 3.1): |y_i - ref_i| <= 2 n_i u (|A||x|)_i +
/// n_i times the smallest denormal, where row i has n_i entries and u is the unit roundoff. The factor 2 covers
/// second-order terms.
struct SpmvReference {
    bool single = false;
    std::vector<long double> y;
    std::vector<long double> bound; ///< may exceed the range of double if sums can overflow
    std::vector<double> magnitude;  ///< (|A||x|)_i
};

/// Computes the reference. x has cols entries. Uses `threads` threads (0 for all cores).
SpmvReference spmv_reference(const CsrMatrix& matrix, const std::vector<double>& x, bool single, int threads = 0);

/// How a result compares with its reference.
struct ErrorCheck {
    double bound_ratio = 0; ///< max |y_i - ref_i| / bound_i; infinite where an entry is wrong beyond any bound
    std::int64_t worst_row = -1;
    std::int64_t first_wrong_row = -1; ///< -1: none is beyond its bound
    std::string complaint;             ///< a sentence when bound_ratio > 1, else empty

    bool is_right() const { return bound_ratio <= 1; }
};

/// Where the reference is NaN, y must be NaN; where it is infinite, y must be the same infinity. Where (|A||x|)_i is
/// beyond the largest number of the precision, sums may overflow on the way, and y may also be anything not finite.
/// Where a row is empty or all its terms are 0, y must be 0.
ErrorCheck check_spmv(const SpmvReference& reference, const std::vector<double>& y);
/// The same of one row.
bool is_right_entry(const SpmvReference& reference, std::int64_t row, double y);

} // namespace warploom::measure
