#pragma once

#include <span>
#include <vector>

// Where the kernel `waiting` solves which row of L x = b: rows stand in places, level after level.

namespace warploom::kernels {

struct LevelPlaces {
    int lanes = 1;           ///< of each place: 1, or 32 where levels are narrow
    bool is_narrow = false;  ///< levels are so narrow that one block is enough
    int levels = 0;          ///< as LevelSets counts them
    std::vector<int> row;    ///< of each place; -1: empty, so that the next level begins with a whole warp
    std::vector<int> first;  ///< places + 1 entries: where the entries of each place begin
    std::vector<int> needed; ///< of each entry left of the diagonal: the place of the row that it needs
    std::vector<int> source; ///< of each entry: its number in the matrix
    int held_bytes = 0;      ///< of shared memory that each block asks for, so that fewer of them wait at a time
    bool few_blocks = false; ///< levels have so few rows that two blocks of a multiprocessor are enough
};

/// `row_pointer`, `column`: L by rows, ascending, the diagonal last in its row, as warploom::lower_factor() gives it.
/// `from_the_end`: of Lᵀ, whose rows need later ones, the diagonal last in its row as well. Takes time in the order
/// of the entries. Errors: "matrix.index" where places cannot be counted in 31 bits.
LevelPlaces level_places(std::span<const int> row_pointer, std::span<const int> column, bool from_the_end = false);

} // namespace warploom::kernels
