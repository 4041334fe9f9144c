#pragma once

#include "app/trace/trace.h"

namespace warploom::app {

/// Limits the DRAM traffic of a sample of blocks to the maximum possible for the whole grid. In a sample, almost every
/// block seems to be the first one that reads its part of x. In a trace of the whole grid, another block may already
/// have loaded it into L2. Therefore, an array that fits in L2 is counted as transferred at most once in each
/// direction. Changes only SpMV, triangular solves and ILU, and only launches in which some blocks were not traced.
/// Called before the time is modeled.
void remove_excess_traffic(Trace& trace);

} // namespace warploom::app
