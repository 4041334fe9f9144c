#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"

#include <cstdint>

namespace warploom::app {

/// Maximum number of nonzeros included with a warp.
constexpr std::int64_t most_entries_around = 4096;

/// Returns the number of nonzeros inside a window.
std::int64_t entries_in(const CsrMatrix& matrix, const MatrixWindow& window);

/// Returns the portion of the matrix around the rows `first_row` to `last_row` that contains at most `most` nonzeros:
/// the whole matrix if it is small enough; otherwise, these rows and as many adjacent rows as fit. If even these rows
/// contain too many nonzeros, returns a range of their columns, starting at `first_col`, or fewer rows.
MatrixWindow window_around(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t last_row,
                           std::int64_t first_col, std::int64_t most = most_entries_around);

} // namespace warploom::app
