#pragma once

#include "engine/protocol/messages/warp.h"

#include <string>

// SVG images of a warp for pages and notebooks. They contain no scripts or style sheets, and are legible on light and
// dark backgrounds.

namespace warploom::app {

constexpr int most_steps_drawn = 64;

/// Draws the lanes of a warp over time. Each column is a step, starting with step `first` (zero-based), and each row is
/// a lane. The color of a cell identifies the array that the lane accesses. The cells of waiting lanes are pale, and
/// the cells of exited lanes are empty. The selected step has a frame. Draws at most `most_steps_drawn` columns. Each
/// column has the class "step" and its number as data-step. `first` and `chosen` are clamped to the valid range.
std::string lanes_picture(const protocol::WarpDocument& warp, int first, int chosen);

/// Draws the memory accesses of the lanes in one step. For global memory, draws the 32-byte sectors and highlights the
/// bytes that are used. For shared memory, draws the 32 banks. If the step does not access memory, draws a note.
std::string addresses_picture(const protocol::WarpDocument& warp, int step);

/// Returns a description of a step of a warp, such as "step 3 of 20, line 12: 32 lanes load value", followed by the
/// fetched sectors.
std::string step_sentence(const protocol::WarpDocument& warp, int step);

} // namespace warploom::app
