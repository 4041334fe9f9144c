#pragma once

#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

// The data that a kernel works on, as displayed next to the lanes. An operation describes it with its TraceSubject;
// app/trace/warp_boards.h computes the visible part for one warp.

/// A work grid: rows and columns of cells.
struct Board {
    std::string name;                ///< "equations", "C"
    std::int64_t rows = 0, cols = 0; ///< cols is 0 if columns have names instead of numbers
    bool takes_vectors = false; ///< whether arrays with one number per row that are not in another grid become columns
};

/// The position of an array in a work grid: element i is in row i / stride, column i % stride if that is below `width`.
struct BoardArray {
    std::string array;
    int board = 0;
    simulated::Space space = simulated::Space::global;
    std::int64_t stride = 1, width = 1;
    std::vector<std::string> columns; ///< column names if the grid has named columns; same as `array` if empty
};

/// The work grids of a kernel. Shared arrays of the same size become the columns of one grid. Each other array gets a
/// grid of its own with 128 bytes per row, which is one memory line or all 32 banks.
struct Boards {
    std::vector<Board> list;
    std::vector<BoardArray> arrays;
    bool has_others = false; ///< whether arrays without a description are shown, too

    bool is_empty() const { return list.empty() && !has_others; }
};

/// The description of a launch.
struct LaunchWords {
    std::string title; ///< "forward, step 2 of 3: ..."
    /// Work before the first barrier, before the second, and so on; if empty, the title is sufficient.
    std::vector<std::string> sections;
};
using SayLaunches = std::function<std::vector<LaunchWords>(const std::vector<simulated::LaunchInfo>&)>;

} // namespace warploom::app
