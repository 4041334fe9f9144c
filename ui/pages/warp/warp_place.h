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
/// Returns the step of another trace that matches a position. If it has fewer accesses to the array, returns the step
/// of the last access. If it has none, returns the step at the same relative position.
int stepAt(const protocol::WarpDocument& trace, const WarpPlace& place);

int barriersBefore(const protocol::WarpDocument& trace, int step);
/// Returns the row of the first work grid that the first active lane stores to next. If there is no such store, returns
/// the row that the lane accesses in this step, or -1 if there is none.
std::int64_t rowAt(const protocol::WarpDocument& trace, int step);
/// Returns the first step that accesses `array` (any array if empty) after `section` barriers (any number if negative).
/// If `row` is not negative, prefers the step that stores to that row of the first work grid. Returns -1 if there is no
/// such step.
int stepOf(const protocol::WarpDocument& trace, std::int64_t row, int section, const std::string& array);

/// Returns the first row that the warp processes, or -1 if it is unknown.
std::int64_t firstRow(const protocol::WarpDocument& trace);
/// Returns the warp that processes `row`, estimated from the trace of another warp of the same kernel. If the owner of
/// the row's entries is known, returns it; otherwise, assumes that consecutive warps write consecutive rows. If neither
/// is possible, returns the warp with the same thread indices as `fallback`, which has `fallbackBlock` threads per
/// block. The result is always within the kernel launch.
WarpChoice warpOfRow(const protocol::WarpDocument& trace, std::int64_t row, const WarpChoice& fallback,
                     int fallbackBlock);

} // namespace warploom::ui
