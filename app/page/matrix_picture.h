#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/statistics.h"

#include <cstdint>
#include <string>
#include <vector>

// SVG images of a matrix for web pages. They contain no scripts. Style sheets can set their colors through the classes
// "dot" and "ground".

namespace warploom::app {

/// Number of nonzeros in each cell of a grid over the matrix, in row-major order. The grid has at most 96 x 96 cells.
struct Spied {
    std::int64_t side = 0; ///< number of grid cells per row
    std::vector<std::int64_t> counts;
};
Spied spy(const CsrMatrix& matrix);

/// Returns a spy plot with a dot for each nonempty cell. The more nonzeros a cell has, the darker its dot.
std::string spy_picture(const Spied& spied, std::int64_t rows, std::int64_t cols);
/// Returns a histogram of row lengths. Each bar is labeled with the lower end of its range if there is room.
std::string row_lengths_picture(const std::vector<HistogramBar>& bars);

} // namespace warploom::app
