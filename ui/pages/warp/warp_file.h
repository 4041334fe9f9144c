#pragma once

#include "engine/simulated/card.h"
#include "ui/pages/warp/warp_analysis.h"

#include <optional>
#include <string>

namespace warploom::ui {

/// A warp as it was saved, and the card that it was seen with.
struct SavedWarp {
    WarpTraceHandle trace;
    std::optional<simulated::Card> card;
};

/// Throws Error: those of protocol::read_trace_file, "trace.format" where the file holds no steps of a warp.
SavedWarp readSavedWarp(const std::string& file);

} // namespace warploom::ui
