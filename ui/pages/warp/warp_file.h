#pragma once

#include "engine/simulated/card.h"
#include "ui/components/warp/warp_analysis.h"

#include <optional>
#include <string>

namespace warploom::ui {

/// A saved warp trace, and the card that was selected at that time.
struct SavedWarp {
    WarpTraceHandle trace;
    std::optional<simulated::Card> card;
};

/// Reads the trace of a warp from a file. Throws the same errors as protocol::read_trace_file, and "trace.format" if
/// the file contains no warp trace.
SavedWarp readSavedWarp(const std::string& file);

} // namespace warploom::ui
