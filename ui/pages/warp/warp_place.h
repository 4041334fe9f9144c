#pragma once

#include "engine/protocol/messages/warp.h"
#include "ui/session/row_selection.h"

namespace warploom::ui {

// A position in the trace of a warp. It does not depend on the kernel, so it can be restored after a change of the
// kernel.

/// A position in a trace, stored as the n-th access to an array or the n-th synchronization of a certain kind, and as a
/// relative position.
struct WarpPlace {
    std::string what; ///< name of an array, or a kind of synchronization
    int occurrence = 0;
    double share = 0;
};
WarpPlace placeOf(const protocol::WarpDocument& trace, int step);
/// Returns the step of another trace that corresponds to a position. If the other trace accesses the array less often,
/// returns the step of the last access. If it never accesses the array, returns the step at the same relative position
/// in the trace.
int stepAt(const protocol::WarpDocument& trace, const WarpPlace& place);

int barriersBefore(const protocol::WarpDocument& trace, int step);
/// Returns the row of the first work grid to which the first active lane stores next. If this lane stores no more
/// values to the grid, returns the row that it accesses in this step, or -1 if there is none.
std::int64_t rowAt(const protocol::WarpDocument& trace, int step);
/// Returns the first step that accesses `array` after `section` barriers, or -1 if there is none. If `array` is empty,
/// any array counts. If `section` is negative, the number of barriers does not matter. If `row` is not negative,
/// prefers a step that stores to this row of the first work grid.
int stepOf(const protocol::WarpDocument& trace, std::int64_t row, int section, const std::string& array);

/// Returns the first row that the warp processes, or -1 if it is unknown.
std::int64_t firstRow(const protocol::WarpDocument& trace);
/// Returns the warp that processes `row`, estimated from the trace of another warp of the same kernel. If the thread
/// that reads the entries of the row is known, returns its warp. Otherwise, assumes that consecutive warps write
/// consecutive rows. If this cannot be assumed either, returns the warp with the same thread indices as `fallback`,
/// which has `fallbackBlock` threads per block. The result is always a warp of the kernel launch.
WarpChoice warpOfRow(const protocol::WarpDocument& trace, std::int64_t row, const WarpChoice& fallback,
                     int fallbackBlock);

} // namespace warploom::ui
