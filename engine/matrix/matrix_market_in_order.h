#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/progress.h"
#include "engine/text_file.h"

namespace warploom {

/// Reads a general coordinate matrix with entries in row order, as written by this program and many others. The file is
/// read in a single pass that appends each entry to the final arrays. The dimensions of `matrix` must have been set,
/// and its row_pointer must be allocated and all zeros.
///
/// Returns false if the matrix is symmetric, the entries are in a different order, a line is invalid, or the number of
/// lines differs from the declared number. In this case, `matrix` is unchanged, and the file must be read by the
/// general reader, which accepts any order. Memory is allocated as lines are read, because the header may be wrong.
/// Errors: "file.missing", "file.changed", "file.large", "cancelled", and any exception thrown by the progress
/// callback.
bool read_in_order(const TextFile& file, const MarketHeader& header, int threads, const Progress& progress,
                   Matrix& matrix);

} // namespace warploom
