#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>

namespace warploom {

/// Puts entries [begin, end) of the matrix in order of column, and equal columns in order of the bits of their values,
/// in place: the order depends on the entries alone. Throws Error("cancelled") on long ranges.
void sort_row(CsrMatrix& matrix, std::int64_t begin, std::int64_t end, const Progress& progress);

/// Sorts every row, sums repeated positions and closes the gaps. Returns how many entries were added to another.
std::int64_t finish_rows(CsrMatrix& matrix, int threads, const Progress& progress);

} // namespace warploom
