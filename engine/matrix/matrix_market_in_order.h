#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/progress.h"
#include "engine/text_file.h"

namespace warploom {

/// Reads a general coordinate matrix whose lines go from the first row to the last, as this program and many others
/// write them, in one pass: every entry goes straight to its place, which is where the one before it ended. `matrix`
/// has its order and row_pointer already, all zeros.
///
/// False where the file is anything else (in another order, symmetric, with a line that is wrong, with fewer or more
/// lines than declared): then the matrix is as it was, and the reader of lines in any order finds the cause. Nothing of
/// the header is trusted: memory is taken as lines come. Errors: "file.missing", "file.changed", "file.large",
/// "cancelled", and what the progress throws.
bool read_in_order(const TextFile& file, const MarketHeader& header, int threads, const Progress& progress,
                   Matrix& matrix);

} // namespace warploom
