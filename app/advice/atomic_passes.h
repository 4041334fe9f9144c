#pragma once

#include "engine/matrix/csr_matrix.h"

namespace warploom::app {

// A warp that accumulates into y with atomics occupies the L2 cache for one pass per 32-byte sector, plus one pass for
// each pair of lanes that update the same element. These functions estimate the number of passes per entry from a
// sample. The result is between 1/8 and 1; it is 1 for a matrix without entries.

/// Returns the number of L2 passes per matrix entry if each warp processes 32 consecutive entries in row order.
double passes_by_entries(const CsrMatrix& matrix, int bytes_of_number);
/// Returns the number of L2 passes per matrix entry if each warp processes 32 adjacent columns, one column per lane.
/// Reads each column once.
double passes_by_columns(const CsrMatrix& matrix, int bytes_of_number);

} // namespace warploom::app
