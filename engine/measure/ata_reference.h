#pragma once

#include "engine/generators/dense_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::measure {

/// C = AᵀA in long double, with the values first rounded to float where `single` is set, and the bound that any order
/// of summation in that precision keeps (Higham 2002, section 3.5):
///     |c_ij - ref_ij| <= 2 m u (|A|ᵀ|A|)_ij + m times the smallest denormal,
/// u the unit roundoff. The factor 2 covers the terms of second order.
///
/// A small matrix (m n² up to 2e8) is computed whole. Of a larger one the reference holds the whole diagonal and all
/// pairs of some columns (the first, the last, those at the edges of 16, 48, 64 and 128 wide tiles, and random ones);
/// the rest is covered by a product with a random vector v: C v against Aᵀ(A v), row by row, within the sum of the
/// entries' bounds. An error in any entry of C that is as large as the rounding of its row is seen there.
struct AtaReference {
    std::int64_t rows = 0, cols = 0; ///< m and n
    bool single = false;
    bool is_whole = false;
    std::vector<std::int64_t> column;   ///< ascending; all pairs of these are held. All columns when is_whole
    std::vector<long double> value;     ///< lower triangle of the pairs, row by row: p (p + 1) / 2 + q for p >= q
    std::vector<long double> magnitude; ///< (|A|ᵀ|A|) at the same places
    std::vector<long double> diagonal;  ///< n entries c_jj, which are their own magnitude
    std::vector<double> random_vector;  ///< v: n entries of magnitude 0.5 to 1, 0 in columns with NaN or infinity
    std::vector<long double> product;   ///< Aᵀ(A v)
    std::vector<long double> product_magnitude; ///< |A|ᵀ(|A||v|)

    /// How many different entries of C (lower triangle) are compared one by one, each with its mirror.
    std::int64_t checked_entries() const;
};

/// Shared between `threads` (0: all cores). Errors: "cancelled".
AtaReference ata_reference(const DenseMatrix& a, bool single, std::uint64_t seed = 1, const Progress& progress = {},
                           int threads = 0);

/// How a result compares with its reference.
struct AtaCheck {
    double bound_ratio = 0; ///< max |c_ij - ref_ij| / bound_ij; infinite where an entry is wrong beyond any bound
    std::int64_t worst_row = -1, worst_column = -1; ///< column -1: the whole row, by the random vector
    std::int64_t checked_entries = 0;               ///< compared one by one; the others by the random vector
    std::string complaint;                          ///< a sentence when a value is wrong, else empty
    std::string asymmetry; ///< a sentence when c_ij and c_ji differ in their bits for some i and j, else empty

    bool is_right() const { return complaint.empty(); }
    /// Apart, because a library that multiplies two matrices promises only the bound.
    bool is_symmetric() const { return asymmetry.empty(); }
};

/// `c` is n x n, row by row. A result is correct if it is within the error bounds, and NaN or infinity occurs only in
/// rows and columns that correspond to a column of A with such a value (or where sums may overflow).
AtaCheck check_ata(const AtaReference& reference, const std::vector<double>& c);

} // namespace warploom::measure
