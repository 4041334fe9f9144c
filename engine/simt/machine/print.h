#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

namespace warploom::simt {

void print(const Warp& warp, const Print& print, ExecutionContext& around);

} // namespace warploom::simt
