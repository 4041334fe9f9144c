#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/statistics.h"

#include <cstdint>
#include <string>
#include <vector>

// SVG images of a matrix for pages, without scripts. The page sets their colors through the classes "dot" and "ground".

namespace warploom::app {

/// Number of nonzeros in each cell of a grid over a matrix, in row-major order. The grid has at most 96 x 96 cells.
struct Spied {
    std::int64_t side = 0; ///< number of cells per row
    std::vector<std::int64_t> counts;
};
Spied spy(const CsrMatrix& matrix);

/// Draws a spy plot: a dot for each nonempty cell. The more nonzeros a cell contains, the darker its dot.
std::string spy_picture(const Spied& spied, std::int64_t rows, std::int64_t cols);
/// Draws the distribution of row lengths: a bar for each range of lengths, labeled with the lower end of the range if
/// there is room.
std::string row_lengths_picture(const std::vector<HistogramBar>& bars);

} // namespace warploom::app
