#pragma once

#include "kernels/formats/arrays.h"

#include <cstdint>
#include <vector>

namespace warploom::kernels {

/// Returns the rows first .. last - 1 of a matrix, sorted from short to long. Rows of equal length keep their order.
std::vector<int> ascending_by_length(const CsrMatrix& a, std::int64_t first, std::int64_t last);
/// Returns the rows first .. last - 1 of a matrix, sorted from long to short. Rows of equal length keep their order.
std::vector<int> descending_by_length(const CsrMatrix& a, std::int64_t first, std::int64_t last);

} // namespace warploom::kernels
