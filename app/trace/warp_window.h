#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"

#include <cstdint>

namespace warploom::app {

/// Maximum number of nonzeros in the portion of the matrix that is shown with a warp.
constexpr std::int64_t most_entries_around = 4096;

/// Returns the number of nonzeros in a window of the matrix.
std::int64_t entries_in(const CsrMatrix& matrix, const MatrixWindow& window);

/// Returns a window of the matrix that contains the rows `first_row` to `last_row` and at most `most` nonzeros. Returns
/// the whole matrix if it is small enough; otherwise, returns these rows and as many adjacent rows as fit. If these
/// rows alone contain too many nonzeros, returns only some of their columns, starting at `first_col`, or fewer rows.
MatrixWindow window_around(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t last_row,
                           std::int64_t first_col, std::int64_t most = most_entries_around);

} // namespace warploom::app
