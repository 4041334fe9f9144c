#pragma once

#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

// Specifies how to display the data of a kernel next to the lanes of a warp. An operation provides this description in
// its TraceSubject. The functions in app/trace/warp_boards.h compute the part that is visible for one warp.

/// A work grid, which displays data in rows and columns of cells.
struct Board {
    std::string name;                ///< title of the work grid, such as "equations" or "C"
    std::int64_t rows = 0, cols = 0; ///< number of rows and columns of the grid; `cols` is 0 if the columns have names
    /// Whether to show arrays that have one element per grid row as additional columns of the grid, unless they have a
    /// grid of their own.
    bool takes_vectors = false;
};

/// Position of an array in a work grid. Element i is in row i / stride and column i % stride. Elements whose column is
/// not less than `width` are not shown.
struct BoardArray {
    std::string array;
    int board = 0;
    simulated::Space space = simulated::Space::global;
    std::int64_t stride = 1, width = 1;
    std::vector<std::string> columns; ///< names of the array's columns; if empty, the name of the array is used
};

/// The work grids of a kernel, in which its data is displayed. If an array in shared memory has no description, it
/// becomes a column of a grid, together with all other such arrays of the same size. Any other array without a
/// description gets its own grid with 128 bytes per row, which is the size of a cache line and of one word in each of
/// the 32 banks.
struct Boards {
    std::vector<Board> list;
    std::vector<BoardArray> arrays;
    bool has_others = false; ///< whether arrays without a description are also shown

    bool is_empty() const { return list.empty() && !has_others; }
};

/// A description of a kernel launch.
struct LaunchWords {
    std::string title; ///< title of the launch, such as "forward, step 2 of 3: ..."
    /// Descriptions of the work before the first barrier, before the second barrier, and so on. Empty if the title is
    /// sufficient.
    std::vector<std::string> sections;
};
using SayLaunches = std::function<std::vector<LaunchWords>(const std::vector<simulated::LaunchInfo>&)>;

} // namespace warploom::app
