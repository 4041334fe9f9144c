#pragma once

#include "app/describe/describe.h"
#include "app/worker/standard_output.h"

namespace warploom::app {

/// Speaks docs/protocol.md: reads requests from `input` (a file descriptor), answers through `output`, until the input
/// is closed or `quit` is asked. Gives the exit status of the process: 0, or 3 when a real GPU faulted, which no
/// process recovers from.
int serve(const MachineList& machines, int input, StandardOutput& output);

} // namespace warploom::app
