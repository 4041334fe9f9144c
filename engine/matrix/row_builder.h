#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <functional>

namespace warploom {

/// Number of entries of a row.
using RowLength = std::function<std::int64_t(std::int64_t row)>;
/// Writes the columns (ascending) and values of a row into the room that its length gave.
using RowFill = std::function<void(std::int64_t row, std::int32_t* column, double* value)>;

/// Makes a matrix from rules for one row, called from several threads at once: `length` for every row, `fill` for those
/// that are not empty.
/// Throws Error("memory.limit") before it allocates more than there is.
CsrMatrix build_rows(std::int64_t rows, std::int64_t cols, const RowLength& length, const RowFill& fill,
                     const Progress& progress, int threads);

/// Puts entries [begin, end) of the matrix in order of column, and equal columns in order of the bits of their values,
/// in place: the order depends on the entries alone. Throws Error("cancelled") on long ranges.
void sort_row(CsrMatrix& matrix, std::int64_t begin, std::int64_t end, const Progress& progress);

/// Sorts every row, sums repeated positions and closes the gaps. Returns how many entries were added to another.
std::int64_t finish_rows(CsrMatrix& matrix, int threads, const Progress& progress);

} // namespace warploom
