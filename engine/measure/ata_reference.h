#pragma once

#include "engine/generators/dense_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::measure {

/// The reference C = AᵀA in long double, and an error bound. The bound holds for any order of summation in the tested
/// precision (Higham 2002, section 3.5): |c_ij - ref_ij| <= 2 m u (|A|ᵀ|A|)_ij + m times the smallest denormal, where u
/// is the unit roundoff. The factor 2 covers second-order terms. If `single` is set, the values are first rounded to
/// float.
///
/// For a small matrix (m n² up to 2e8), all of C is computed. For a larger one, the reference contains the entire
/// diagonal and all pairs of selected columns. These are the first and the last column, columns at the edges of tiles
/// of width 16, 48, 64 and 128, and random columns. The other entries are checked with a random vector v: C v is
/// compared with Aᵀ(A v), row by row, within the sum of the bounds of the entries. This detects an error in any entry
/// of C if the error is as large as the rounding error of its row.
struct AtaReference {
    std::int64_t rows = 0, cols = 0; ///< dimensions m (rows) and n (columns) of A
    bool single = false;
    bool is_whole = false;
    /// Indices of the selected columns in ascending order; all columns if is_whole is set.
    std::vector<std::int64_t> column;
    /// Entries of C for all pairs of selected columns: the lower triangle, row by row. The entry for selected columns p
    /// >= q has index p (p + 1) / 2 + q.
    std::vector<long double> value;
    std::vector<long double> magnitude; ///< entries of |A|ᵀ|A| for the same pairs of columns as `value`
    std::vector<long double> diagonal;  ///< diagonal entries of C, which are equal to the diagonal of |A|ᵀ|A|
    /// The random vector v: n entries with a magnitude of 0.5 to 1, or 0 for columns that contain NaN or infinity.
    std::vector<double> random_vector;
    std::vector<long double> product;           ///< Aᵀ(A v)
    std::vector<long double> product_magnitude; ///< |A|ᵀ(|A||v|)

    /// Returns how many entries in the lower triangle of C are compared individually, each together with its mirror
    /// entry.
    std::int64_t checked_entries() const;
};

/// Computes the reference for C = AᵀA with `threads` threads, or with one thread per core if `threads` is 0. Errors:
/// "cancelled".
AtaReference ata_reference(const DenseMatrix& a, bool single, std::uint64_t seed = 1, const Progress& progress = {},
                           int threads = 0);

/// The result of comparing a computed C with the reference.
struct AtaCheck {
    /// Max |c_ij - ref_ij| / bound_ij; infinite if an entry is NaN or infinite but should not be.
    double bound_ratio = 0;
    /// Position of the entry with the largest error. If the column is -1, the whole row was checked with the random
    /// vector.
    std::int64_t worst_row = -1, worst_column = -1;
    /// Number of entries compared individually. The rest are checked with a random vector.
    std::int64_t checked_entries = 0;
    std::string complaint;
    /// The first pair c_ij, c_ji whose entries are not bitwise equal; empty if there is none.
    std::string asymmetry;

    bool is_right() const { return complaint.empty(); }
    /// Returns whether C is bitwise symmetric. A correct result does not have to be symmetric: libraries that multiply
    /// two general matrices guarantee only the error bound.
    bool is_symmetric() const { return asymmetry.empty(); }
};

/// Checks a computed `c`, which is n x n in row-major order. C is correct if all entries are within their error bounds.
/// NaN and infinity are accepted only if the sum may overflow, or if one of the two columns of A contains NaN or
/// infinity.
AtaCheck check_ata(const AtaReference& reference, const std::vector<double>& c);

} // namespace warploom::measure
