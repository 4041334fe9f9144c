#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <functional>

namespace warploom {

/// Returns the number of entries in a row.
using RowLength = std::function<std::int64_t(std::int64_t row)>;
/// Writes the columns (in ascending order) and the values of a row.
using RowFill = std::function<void(std::int64_t row, std::int32_t* column, double* value)>;

/// Builds a sparse matrix row by row. Calls `length` for every row and `fill` for every nonempty row, on several
/// threads at the same time. Throws Error("memory.limit") before allocating more memory than is available.
CsrMatrix build_rows(std::int64_t rows, std::int64_t cols, const RowLength& length, const RowFill& fill,
                     const Progress& progress, int threads);

/// Sorts the entries of a row by column, in place. The entries have the indices [begin, end). Entries in the same
/// column are sorted by the bits of their values, so that the order depends only on the entries. For long rows, may
/// throw Error("cancelled").
void sort_row(CsrMatrix& matrix, std::int64_t begin, std::int64_t end, const Progress& progress);

/// Sorts every row, sums duplicate positions, and closes the gaps in the arrays. Returns the number of duplicates that
/// were removed.
std::int64_t finish_rows(CsrMatrix& matrix, int threads, const Progress& progress);

} // namespace warploom
