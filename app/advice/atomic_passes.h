#pragma once

#include "app/advice/row_figures.h"
#include "engine/matrix/csr_matrix.h"

namespace warploom::app {

// These functions estimate the cost of accumulating into y with atomics, as the number of passes through the L2 cache
// per matrix entry. An atomic instruction of a warp takes one pass for each 32-byte sector that it updates, or several
// passes if lanes update the same element. The estimate is based on a sample of the entries. It is between 1/8 and 1,
// and is 1 for a matrix without entries.

/// Returns the number of L2 passes per matrix entry if each warp processes 32 consecutive entries in row order.
double passes_by_entries(const CsrMatrix& matrix, int bytes_of_number);
/// Returns the number of L2 passes per matrix entry if each warp processes 32 adjacent columns, one column per lane.
/// Reads each column once.
double passes_by_columns(const CsrMatrix& matrix, int bytes_of_number);

/// Raises the lower bound on the time of `coo-atomic` or `csc` to the time of its atomic passes, spread evenly over all
/// L2 slices. Reads the column indices only for `csc`.
void raise_by_atomics(TimeBound& bound, const std::string& kernel, const CsrMatrix& matrix, Precision precision,
                      const simulated::Card& card);

} // namespace warploom::app
