#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <functional>

namespace warploom::simt {

/// Runs blocks of a launch without recording them.
using RunPlanned = std::function<void(const LaunchPlan& plan, std::int64_t first, std::int64_t last)>;

/// Runs a launch under a recorder, by its policy, and gives the recorder the findings. `shadow` is that of the call.
/// Errors: all errors of a kernel, and those of Recorder::record().
void record_launch(LaunchPlan plan, Recorder& recorder, LaunchShadow& shadow, const RunPlanned& run);

} // namespace warploom::simt
