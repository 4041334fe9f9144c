#pragma once

#include "app/advice/row_figures.h"
#include "app/operations/trace_kernel.h"

#include <cstdint>
#include <vector>

namespace warploom::app {

/// Returns a representative sample of the blocks of a launch, in ascending order. The sample contains all blocks of a
/// few multiprocessors, so that the contents of their L1 caches are realistic. It contains both ends of the grid,
/// because formats with sorted rows have their longest rows there. It also contains the block that processes the
/// longest row, and the neighbors of this block, so that the longest row does not have too much weight. Returns
/// approximately `wanted` blocks.
std::vector<std::int64_t> telling_blocks(std::int64_t blocks, std::int64_t wanted, std::int64_t multiprocessors,
                                         const RowFigures& rows);

/// Traces a product on a sample of blocks, which process about `entries` stored values. Untraced blocks would have
/// loaded some of the data into L2. Therefore, if an array fits in L2, its DRAM traffic is limited to its size. Errors:
/// any error from trace_kernel.
Trace sampled_trace(const TraceSubject& subject, const TraceSettings& settings, const RowFigures& rows,
                    std::int64_t entries, const Progress& progress = {});

} // namespace warploom::app
