#pragma once

#include "engine/protocol/messages/warp.h"
#include "ui/session/row_selection.h"

namespace warploom::ui {

// Where one stands in a trace, in words that hold for another kernel on the same matrix, so that switching kernels
// keeps the place.

/// The n-th access to an array (or meeting of a kind), and the share of the steps that lie before it.
struct WarpPlace {
    std::string what; ///< array, or the kind of meeting
    int occurrence = 0;
    double share = 0;
};
WarpPlace placeOf(const protocol::WarpDocument& trace, int step);
/// The step of the same access in another trace; the last one of its kind where there are fewer; by the share of the
/// steps where the other kernel has no such access.
int stepAt(const protocol::WarpDocument& trace, const WarpPlace& place);

/// Barriers that the warp has met before a step.
int barriersBefore(const protocol::WarpDocument& trace, int step);
/// The row of the first board that the first active lane stores next, or is at; -1 where there is none.
std::int64_t rowAt(const protocol::WarpDocument& trace, int step);
/// The first step that touches `array` (any, where that is empty) and, where `section` is not negative, has so many
/// barriers before it; where `row` is not negative, the one that stores into that row of the first board, or else
/// touches it. -1: none.
int stepOf(const protocol::WarpDocument& trace, std::int64_t row, int section, const std::string& array);

/// The first row that the warp works on, -1 where nothing tells.
std::int64_t firstRow(const protocol::WarpDocument& trace);
/// The warp that works on `row`, guessed from the trace of another warp of the same kernel: by the owner of the row's
/// entries, or because consecutive warps write consecutive rows. Where neither tells, the warp whose threads have the
/// numbers of `fallback` (with `fallbackBlock` threads a block). Always inside the launch.
WarpChoice warpOfRow(const protocol::WarpDocument& trace, std::int64_t row, const WarpChoice& fallback,
                     int fallbackBlock);

} // namespace warploom::ui
