#pragma once

#include "app/info/describe.h"
#include "app/worker/standard_output.h"

namespace warploom::app {

/// Implements the protocol in docs/protocol.md. Reads requests from the file descriptor `input` and writes responses to
/// `output` until the input is closed or `quit` is requested. Returns the exit status of the process: 0, or 3 after a
/// fault of a real GPU, because a process cannot recover from it.
int serve(const MachineList& machines, int input, StandardOutput& output);

} // namespace warploom::app
