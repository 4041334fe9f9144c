#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <functional>

namespace warploom::simt {

/// Runs a range of blocks of a launch without recording them.
using RunPlanned = std::function<void(const LaunchPlan& plan, std::int64_t first, std::int64_t last)>;

/// Runs a launch under a recorder, and passes the findings to it. `shadow` is the launch shadow of the call. Errors:
/// all errors of a kernel, and the same errors as Recorder::record().
void record_launch(LaunchPlan plan, Recorder& recorder, LaunchShadow& shadow, const RunPlanned& run);

} // namespace warploom::simt
