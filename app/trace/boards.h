#pragma once

#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

// The data that a kernel works on, as displayed next to the lanes. An operation describes it in its TraceSubject, and
// app/trace/warp_boards.h computes the portion that is visible for one warp.

/// A work grid: rows and columns of cells.
struct Board {
    std::string name;                ///< title of the grid, such as "equations" or "C"
    std::int64_t rows = 0, cols = 0; ///< cols is 0 if columns have names instead of numbers
    /// Whether this grid also shows, as columns, arrays with one element per row that are not in another grid.
    bool takes_vectors = false;
};

/// Position of an array in a work grid. Element i is in row i / stride and column i % stride, provided that the column
/// is less than `width`.
struct BoardArray {
    std::string array;
    int board = 0;
    simulated::Space space = simulated::Space::global;
    std::int64_t stride = 1, width = 1;
    std::vector<std::string> columns; ///< column names if the grid has named columns; if empty, the name of the array
};

/// The work grids of a kernel. Shared arrays of the same size become columns of one grid. Every other array gets its
/// own grid with 128 bytes per row, which corresponds to one cache line or to all 32 banks.
struct Boards {
    std::vector<Board> list;
    std::vector<BoardArray> arrays;
    bool has_others = false; ///< whether arrays without a description are also shown

    bool is_empty() const { return list.empty() && !has_others; }
};

/// Description of a launch.
struct LaunchWords {
    std::string title; ///< title of the launch, such as "forward, step 2 of 3: ..."
    /// Descriptions of the work before the first barrier, before the second barrier, and so on. Empty if the title is
    /// sufficient.
    std::vector<std::string> sections;
};
using SayLaunches = std::function<std::vector<LaunchWords>(const std::vector<simulated::LaunchInfo>&)>;

} // namespace warploom::app
