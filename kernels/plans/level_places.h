#pragma once

#include <span>
#include <vector>

// The positions at which the kernel `waiting` stores the rows of a triangular system L x = b, ordered by dependency
// level.

namespace warploom::kernels {

struct LevelPlaces {
    int lanes = 1;          ///< number of lanes per position: 1, or 32 if levels have few rows
    bool is_narrow = false; ///< whether levels have so few rows that a single block is sufficient
    int levels = 0;
    /// Row at each position, or -1 if the position is empty. Each level starts at a multiple of the warp size.
    std::vector<int> row;
    std::vector<int> first;  ///< index of the first entry of each position (positions + 1 elements)
    std::vector<int> needed; ///< position of the row that each entry left of the diagonal refers to
    std::vector<int> source; ///< index of each entry in the matrix
    /// Shared memory in bytes that each block requests only to limit the number of waiting blocks.
    int held_bytes = 0;
    bool few_blocks = false; ///< whether levels have so few rows that two blocks per multiprocessor are sufficient
};

/// Computes the positions of the rows of L in the kernel `waiting`. `row_pointer` and `column` are L in CSR with
/// ascending columns, so that the diagonal is last in its row, as returned by warploom::lower_factor(). If
/// `from_the_end` is set, the matrix is Lᵀ, where rows depend on later rows; its diagonal must also be last in each
/// row. Takes time proportional to the number of entries. Errors: "matrix.index" if positions do not fit in 31 bits.
LevelPlaces level_places(std::span<const int> row_pointer, std::span<const int> column, bool from_the_end = false);

} // namespace warploom::kernels
