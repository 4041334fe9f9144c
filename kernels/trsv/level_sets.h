#pragma once

#include "engine/matrix/csr_matrix.h"

#include <algorithm>
#include <vector>

namespace warploom::kernels {

/// The rows of L in levels (Anderson & Saad 1989): a row is one level above the highest of the rows that it needs, so rows
/// of one level need nothing of each other and can be solved at once. rossignon2013 ends with this as its next step.
///
///     row  0 | x          level 0: rows 0 and 2       (nothing but the diagonal)
///     row  1 | x x        level 1: rows 1 and 3
///     row  2 | . . x      level 2: row 4
///     row  3 | x . x x
///     row  4 | . x . . x
struct LevelSets {
    std::vector<int> first; ///< levels + 1 entries: where each level begins in `order`
    std::vector<int> order; ///< all rows, level by level, ascending in each

    int levels() const { return static_cast<int>(first.size()) - 1; }
    int rows_of(int level) const { return first[level + 1] - first[level]; }
    /// Rows of the largest level; 0 where there is none.
    int most_rows() const {
        int most = 0;
        for (int level = 0; level < levels(); ++level) most = std::max(most, rows_of(level));
        return most;
    }
};

/// Of rows whose levels are known.
LevelSets level_sets(const std::vector<int>& level_of);
/// `lower` as warploom::lower_factor() gives it. Takes time in the order of its entries. Errors: "matrix.index".
LevelSets level_sets(const CsrMatrix& lower);

} // namespace warploom::kernels
