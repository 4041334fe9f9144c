#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/progress.h"
#include "engine/text_file.h"

namespace warploom {

/// Reads a general coordinate matrix in row order, as written by this program and many others, in a single pass that
/// appends every entry to the final arrays. The dimensions of `matrix` must be set, and its row_pointer must be
/// allocated and all zeros.
///
/// Returns false for any other file: in a different order, symmetric, with an invalid line, or with more or fewer lines
/// than declared. The matrix is then unchanged, and the reader for lines in any order determines the cause. The header
/// is not trusted: memory is allocated as lines are read. Errors: "file.missing", "file.changed", "file.large",
/// "cancelled", and any exception thrown by the progress callback.
bool read_in_order(const TextFile& file, const MarketHeader& header, int threads, const Progress& progress,
                   Matrix& matrix);

} // namespace warploom
