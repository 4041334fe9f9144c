#pragma once

#include "engine/protocol/messages/warp.h"

#include <string>

// Pictures of a warp as SVG for pages and notebooks. They have no scripts or style sheets, and are readable on light
// and dark backgrounds.

namespace warploom::app {

constexpr int most_steps_drawn = 64;

/// Draws the lanes over time: one column per step from `first` (counted from 0), and one row per lane, in the color of
/// the array that it accesses. Waiting lanes are pale, and exited lanes are blank. The selected step has a frame. Draws
/// at most `most_steps_drawn` columns; each has the class "step", and its number as data-step. `first` and `chosen` are
/// clamped to the valid range.
std::string lanes_picture(const protocol::WarpDocument& warp, int first, int chosen);

/// Draws the memory accesses of the lanes in one step: the 32-byte sectors of global memory with the bytes that are
/// used, or the 32 banks of shared memory. For a step without memory accesses, returns a sentence.
std::string addresses_picture(const protocol::WarpDocument& warp, int step);

/// Returns a description such as "step 3 of 20, line 12: 32 lanes load value", with the fetched sectors.
std::string step_sentence(const protocol::WarpDocument& warp, int step);

} // namespace warploom::app
