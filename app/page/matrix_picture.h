#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/statistics.h"

#include <cstdint>
#include <string>
#include <vector>

// Pictures of a matrix as SVG for pages. They contain no scripts. The page sets their colors through the classes "dot"
// and "ground".

namespace warploom::app {

/// The number of nonzeros in each cell of a grid over a matrix, in row-major order. The grid has at most 96 x 96 cells.
struct Spied {
    std::int64_t side = 0; ///< number of cells per row
    std::vector<std::int64_t> counts;
};
Spied spy(const CsrMatrix& matrix);

/// Draws the positions of the nonzeros: a dot for each nonempty cell, which is darker the more nonzeros it contains.
std::string spy_picture(const Spied& spied, std::int64_t rows, std::int64_t cols);
/// Draws the distribution of row lengths: a bar for each range of lengths, labeled with its lower end if there is room.
std::string row_lengths_picture(const std::vector<HistogramBar>& bars);

} // namespace warploom::app
