#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

namespace warploom::simt {

/// Executes printf for the active lanes.
void print(const Warp& warp, const Print& print, ExecutionContext& around);

} // namespace warploom::simt
