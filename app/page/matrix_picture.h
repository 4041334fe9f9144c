#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/statistics.h"

#include <cstdint>
#include <string>
#include <vector>

// Pictures of a matrix as SVG, for pages: no scripts; colors are those of the page by the classes "dot" and "ground".

namespace warploom::app {

/// How many nonzeros fall into each field of a matrix that is cut into at most 96 x 96 fields, row of fields after row.
struct Spied {
    std::int64_t side = 0; ///< fields of a row
    std::vector<std::int64_t> counts;
};
Spied spy(const CsrMatrix& matrix);

/// Where the nonzeros are: a dot for each field that has some, the darker the more it has.
std::string spy_picture(const Spied& spied, std::int64_t rows, std::int64_t cols);
/// How many rows have how many nonzeros: a bar for each range of lengths, with the least of them below where there is
/// room.
std::string row_lengths_picture(const std::vector<HistogramBar>& bars);

} // namespace warploom::app
