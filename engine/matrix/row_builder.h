#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <functional>

namespace warploom {

/// Returns the number of entries of a row.
using RowLength = std::function<std::int64_t(std::int64_t row)>;
/// Writes the columns (in ascending order) and values of a row. The arrays have as many elements as the row has
/// entries.
using RowFill = std::function<void(std::int64_t row, std::int32_t* column, double* value)>;

/// Builds a matrix from functions for single rows, which are called on several threads at once: `length` for every row,
/// and `fill` for nonempty rows. Throws Error("memory.limit") before it allocates more than the available memory.
CsrMatrix build_rows(std::int64_t rows, std::int64_t cols, const RowLength& length, const RowFill& fill,
                     const Progress& progress, int threads);

/// Sorts the entries [begin, end) of the matrix in place by column, and entries of the same column by the bits of their
/// values, so that the order depends only on the entries. For long ranges, throws Error("cancelled").
void sort_row(CsrMatrix& matrix, std::int64_t begin, std::int64_t end, const Progress& progress);

/// Sorts every row, sums duplicate positions and closes the gaps. Returns the number of removed duplicates.
std::int64_t finish_rows(CsrMatrix& matrix, int threads, const Progress& progress);

} // namespace warploom
