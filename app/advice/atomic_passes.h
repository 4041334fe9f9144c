#pragma once

#include "engine/matrix/csr_matrix.h"

namespace warploom::app {

// A warp that adds to y with atomics occupies L2 for one pass per 32-byte sector, and for one more whenever two lanes
// update the same element. The functions below return passes per entry, between 1 / 8 and 1, from a sample; 1 for a
// matrix without entries.

/// Returns the passes if the lanes of a warp process 32 consecutive entries in row order.
double passes_by_entries(const CsrMatrix& matrix, int bytes_of_number);
/// Returns the passes if each lane processes one of 32 adjacent columns, entry by entry. Makes one pass over all
/// columns.
double passes_by_columns(const CsrMatrix& matrix, int bytes_of_number);

} // namespace warploom::app
