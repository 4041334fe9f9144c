#pragma once

#include "app/advice/row_figures.h"
#include "app/operations/trace_kernel.h"

#include <cstdint>
#include <vector>

namespace warploom::app {

/// Returns a representative sample of the blocks of a launch, in ascending order. The sample includes all blocks of a
/// few multiprocessors, so that their L1 contents are realistic; both ends of the grid, where sorted formats have their
/// longest rows; and the block with the longest row, together with its neighbors so that this row is not overweighted.
/// `wanted` is the approximate number of blocks; at least a few blocks are returned.
std::vector<std::int64_t> telling_blocks(std::int64_t blocks, std::int64_t wanted, std::int64_t multiprocessors,
                                         const RowFigures& rows);

/// Traces a product on the blocks selected by telling_blocks(), with about `entries` stored values. Accounts for data
/// that untraced blocks would have loaded into L2: if an array fits in L2, its DRAM traffic is at most its size.
/// Errors: any error from trace_kernel.
Trace sampled_trace(const TraceSubject& subject, const TraceSettings& settings, const RowFigures& rows,
                    std::int64_t entries, const Progress& progress = {});

} // namespace warploom::app
