#pragma once

#include "engine/matrix/csr_matrix.h"

namespace warploom::app {

// A warp that adds to y keeps L2 busy for one pass for each sector of 32 bytes, and for one more wherever two lanes
// meet on one number. What follows is passes over entries, between 1 / 8 and 1, from a sample; 1 of a matrix without
// entries.

/// Where the lanes of a warp take 32 neighbouring entries in the order of the rows.
double passes_by_entries(const CsrMatrix& matrix, int bytes_of_number);
/// Where each lane takes one of 32 neighbouring columns, entry by entry. Passes once over all columns.
double passes_by_columns(const CsrMatrix& matrix, int bytes_of_number);

} // namespace warploom::app
