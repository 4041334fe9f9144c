#pragma once

#include "app/trace/trace_subject.h"
#include "app/trace/warp_trace.h"
#include "engine/wire/warp_board.h"

#include <atomic>
#include <vector>

namespace warploom::app {

/// The largest number of cells that come with a board, and the largest number of boards.
constexpr std::int64_t most_cells_shown = 4096;
constexpr std::size_t most_boards = 5;

/// What the watched launch works on around the watched warp: the writer (or reader) of each cell is found by tracing
/// the launch, or only the watched block of it where it is large. Errors: "cancelled".
std::vector<wire::WarpBoard> boards_of(const TraceSubject& subject, const WarpSettings& settings,
                                       const WarpTrace& trace, const std::atomic<bool>* cancelled);

} // namespace warploom::app
