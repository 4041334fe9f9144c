#pragma once

#include "engine/protocol/messages/warp.h"

#include <string>

// The picture of a warp as SVG, for pages and notebooks: no scripts, no styles, readable on light and on dark ground.

namespace warploom::app {

constexpr int most_steps_drawn = 64;

/// Lanes over time: a column a step, from `first` (counted from 0) on, a row a lane, the color of the array that it
/// touches. Lanes that wait are pale, those that are done are blank. The chosen step has a frame. At most
/// `most_steps_drawn` columns; each column has the class "step" and its number as data-step. `first` and `chosen` are
/// brought into range.
std::string lanes_picture(const protocol::WarpDocument& warp, int first, int chosen);

/// Draws the memory accesses of the lanes in one step: 32-byte sectors of global memory with the bytes that are used,
/// or the 32 banks of shared memory. For a step without memory accesses, a sentence.
std::string addresses_picture(const protocol::WarpDocument& warp, int step);

/// "step 3 of 20, line 12: 32 lanes load value", and the fetched pieces.
std::string step_sentence(const protocol::WarpDocument& warp, int step);

} // namespace warploom::app
