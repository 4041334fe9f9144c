#pragma once

#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace warploom::app {

// The data that a kernel works on, as shown next to the lanes. An operation describes it with its TraceSubject;
// app/trace/warp_boards.h computes the visible part for one warp.

/// Rows and columns of cells.
struct Board {
    std::string name;                ///< "equations", "C"
    std::int64_t rows = 0, cols = 0; ///< of cells with numbers for columns; 0 columns where they have names
    bool takes_vectors = false;      ///< arrays of one number a row that no other board takes become columns
};

/// The position of an array in a work grid: element i is in row i / stride, column i % stride if that is below `width`.
struct BoardArray {
    std::string array;
    int board = 0;
    simulated::Space space = simulated::Space::global;
    std::int64_t stride = 1, width = 1;
    std::vector<std::string> columns; ///< names of its columns where the board's have names; as `array` if empty
};

/// Arrays of shared memory of one size become the columns of one board, and each other array gets one of its own, 128
/// bytes to a row: a line of memory, or all 32 banks.
struct Boards {
    std::vector<Board> list;
    std::vector<BoardArray> arrays;
    bool has_others = false; ///< arrays without a description are shown, too

    bool is_empty() const { return list.empty() && !has_others; }
};

/// A launch in words.
struct LaunchWords {
    std::string title;                 ///< "forward step 2 of 3: ..."
    std::vector<std::string> sections; ///< before its first barrier, before its second ...; empty: the title says it
};
using SayLaunches = std::function<std::vector<LaunchWords>(const std::vector<simulated::LaunchInfo>&)>;

} // namespace warploom::app
