#pragma once

#include "app/advice/row_figures.h"
#include "app/operations/trace_kernel.h"

#include <cstdint>
#include <vector>

namespace warploom::app {

/// Blocks of a launch that tell of all of them: what a few multiprocessors do from first to last, so that their L1 is
/// as it is; both ends of the grid, where sorted formats have their longest rows; and the block of the longest row with
/// its neighbours, which keep it from standing for more than itself. `wanted`: about so many; at least a handful.
/// Ascending.
std::vector<std::int64_t> telling_blocks(std::int64_t blocks, std::int64_t wanted, std::int64_t multiprocessors,
                                         const RowFigures& rows);

/// A product over a sample of such blocks, about `entries` of its stored values. What blocks that are not traced leave
/// in L2 is made up for: of an array that L2 holds, no more comes from memory than its bytes. Errors: those of
/// trace_kernel.
Trace sampled_trace(const TraceSubject& subject, const TraceSettings& settings, const RowFigures& rows,
                    std::int64_t entries, const Progress& progress = {});

} // namespace warploom::app
