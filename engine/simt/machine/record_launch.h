#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <functional>

namespace warploom::simt {

/// A function that runs blocks `first` to `last` - 1 of a launch without recording them.
using RunPlanned = std::function<void(const LaunchPlan& plan, std::int64_t first, std::int64_t last)>;

/// Executes a launch with a recorder, and passes all findings to the recorder. `shadow` detects races between blocks.
/// Errors: all errors of a kernel, and all errors of Recorder::record().
void record_launch(LaunchPlan plan, Recorder& recorder, LaunchShadow& shadow, const RunPlanned& run);

} // namespace warploom::simt
