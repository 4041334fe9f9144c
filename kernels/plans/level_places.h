#pragma once

#include <span>
#include <vector>

// The positions of the rows of L x = b in the kernel `waiting`, ordered by level.

namespace warploom::kernels {

struct LevelPlaces {
    int lanes = 1;          ///< lanes per position: 1, or 32 if levels are narrow
    bool is_narrow = false; ///< whether levels have so few rows that one block is enough
    int levels = 0;         ///< number of levels, as in LevelSets
    /// Row at each position; -1 if empty, because each level starts at a multiple of the warp size.
    std::vector<int> row;
    std::vector<int> first;  ///< start of the entries of each position (positions + 1 elements)
    std::vector<int> needed; ///< position of the row that each entry left of the diagonal depends on
    std::vector<int> source; ///< index in the matrix of each entry
    /// The shared memory that each block requests in order to limit the number of blocks that wait concurrently.
    int held_bytes = 0;
    bool few_blocks = false; ///< whether levels have so few rows that two blocks per multiprocessor are enough
};

/// Computes the positions. `row_pointer` and `column` contain L in CSR with ascending columns, so that the diagonal is
/// last in its row, as returned by warploom::lower_factor(). `from_the_end` is true for Lᵀ, whose rows depend on later
/// rows; the diagonal must also be last in each row of Lᵀ. Takes time proportional to the number of entries. Errors:
/// "matrix.index" if positions do not fit in 31 bits.
LevelPlaces level_places(std::span<const int> row_pointer, std::span<const int> column, bool from_the_end = false);

} // namespace warploom::kernels
