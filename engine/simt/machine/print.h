#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

namespace warploom::simt {

/// Executes a printf call in each active lane.
void print(const Warp& warp, const Print& print, ExecutionContext& around);

} // namespace warploom::simt
