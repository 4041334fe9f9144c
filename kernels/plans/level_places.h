#pragma once

#include <span>
#include <vector>

// Assigns the rows of L x = b to positions in the kernel `waiting`. Rows are ordered by level.

namespace warploom::kernels {

struct LevelPlaces {
    int lanes = 1;           ///< per place: 1, or 32 if levels are narrow
    bool is_narrow = false;  ///< levels are so narrow that one block is enough
    int levels = 0;          ///< number of levels, as in LevelSets
    std::vector<int> row;    ///< row of each place; -1 if empty: each level starts with a whole warp
    std::vector<int> first;  ///< places + 1 entries: start of the entries of each place
    std::vector<int> needed; ///< for each entry left of the diagonal, the place of the row that it depends on
    std::vector<int> source; ///< for each entry, its index in the matrix
    /// The shared memory that each block requests, which limits the number of blocks that wait concurrently.
    int held_bytes = 0;
    bool few_blocks = false; ///< whether levels have so few rows that two blocks per multiprocessor are enough
};

/// `row_pointer` and `column` are L in CSR with ascending columns, so that the diagonal is last in its row, as returned
/// by warploom::lower_factor(). `from_the_end` is true for Lᵀ, whose rows depend on later ones; its diagonal is last in
/// its row as well. Takes time proportional to the number of entries. Errors: "matrix.index" if positions do not fit in
/// 31 bits.
LevelPlaces level_places(std::span<const int> row_pointer, std::span<const int> column, bool from_the_end = false);

} // namespace warploom::kernels
