#pragma once

#include "app/trace/trace_subject.h"
#include "app/trace/warp_trace.h"
#include "engine/protocol/messages/warp_board.h"

#include <atomic>
#include <vector>

namespace warploom::app {

/// Maximum number of cells per work grid, and maximum number of work grids.
constexpr std::int64_t most_cells_shown = 4096;
constexpr std::size_t most_boards = 5;

/// Returns the work grids with the data that the selected warp accesses in the selected launch. Traces the whole launch
/// to determine which warp reads or writes each cell. If the launch is large, traces only the selected block. Errors:
/// "cancelled".
std::vector<protocol::WarpBoard> boards_of(const TraceSubject& subject, const WarpSettings& settings,
                                           const WarpTrace& trace, const std::atomic<bool>* cancelled);

} // namespace warploom::app
