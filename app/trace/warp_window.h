#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"

#include <cstdint>

namespace warploom::app {

/// Maximum number of nonzeros in the part of the matrix that is displayed with a warp.
constexpr std::int64_t most_entries_around = 4096;

/// Returns the number of nonzeros in a window of the matrix.
std::int64_t entries_in(const CsrMatrix& matrix, const MatrixWindow& window);

/// Returns a window of the matrix that contains the rows `first_row` to `last_row` and at most `most` nonzeros. If the
/// matrix is small enough, the window is the whole matrix. Otherwise, it contains these rows and as many adjacent rows
/// as fit. If these rows alone have more than `most` nonzeros, the window contains fewer rows, or only some of the
/// columns, starting at `first_col`.
MatrixWindow window_around(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t last_row,
                           std::int64_t first_col, std::int64_t most = most_entries_around);

} // namespace warploom::app
