#pragma once

#include "app/trace_documents/profiler_csv.h"
#include "engine/protocol/messages/trace.h"

#include <atomic>
#include <string>
#include <vector>

namespace warploom::app {

/// Runs a command of this program under Nsight Compute on a real GPU, and returns the counters of the launches of a
/// trace. `words` are the arguments of the command, which must include --json. Errors: "counters.missing" if ncu is not
/// in PATH; "counters.permission" if the user must not read the counters; "counters.failed"; the errors of the
/// command, such as "machine.unknown"; "counters.card" if ncu does not support the card of the trace; "cancelled".
std::vector<ProfiledLaunch> run_profiler(const protocol::Trace& trace, const std::vector<std::string>& words,
                                         const std::atomic<bool>& cancelled);

} // namespace warploom::app
