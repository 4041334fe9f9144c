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

} // namespace warploom
