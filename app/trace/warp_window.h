#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"

#include <cstdint>

namespace warploom::app {

/// The largest number of nonzeros that come with a warp.
constexpr std::int64_t most_entries_around = 4096;

/// Nonzeros of the matrix inside a window.
std::int64_t entries_in(const CsrMatrix& matrix, const MatrixWindow& window);

/// Returns the part of the matrix around `first_row` .. `last_row` that contains at most `most` nonzeros: the whole
/// matrix if it is small enough; else those rows and as many adjacent ones as fit; else a range of columns of those
/// rows from `first_col` on; finally fewer rows.
MatrixWindow window_around(const CsrMatrix& matrix, std::int64_t first_row, std::int64_t last_row,
                           std::int64_t first_col, std::int64_t most = most_entries_around);

} // namespace warploom::app
