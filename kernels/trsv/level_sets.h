#pragma once

#include "engine/matrix/csr_matrix.h"

#include <algorithm>
#include <vector>

namespace warploom::kernels {

/// The rows of L, grouped by level (Anderson & Saad 1989). A row is one level above the highest level of the rows that
/// it depends on, so the rows of a level are independent and can be solved concurrently. Rossignon et al. (2013)
/// mention level scheduling as future work.
///
///     row  0 | x          level 0: rows 0 and 2       (nothing but the diagonal)
///     row  1 | x x        level 1: rows 1 and 3
///     row  2 | . . x      level 2: row 4
///     row  3 | x . x x
///     row  4 | . x . . x
struct LevelSets {
    std::vector<int> first; ///< index in `order` of the first row of each level; levels + 1 elements
    std::vector<int> order; ///< rows by level, in ascending order within a level

    int levels() const { return static_cast<int>(first.size()) - 1; }
    int rows_of(int level) const { return first[level + 1] - first[level]; }
    /// Returns the size of the largest level; 0 if there are none.
    int most_rows() const {
        int most = 0;
        for (int level = 0; level < levels(); ++level) most = std::max(most, rows_of(level));
        return most;
    }
};

/// Groups the rows of a triangular matrix by their levels.
LevelSets level_sets(const std::vector<int>& level_of);
/// Computes the level sets of a result of warploom::lower_factor(), in time proportional to the number of entries.
/// Errors: "matrix.index".
LevelSets level_sets(const CsrMatrix& lower);

} // namespace warploom::kernels
