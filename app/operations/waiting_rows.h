#pragma once

#include "app/problem/problem.h"
#include "app/trace/boards.h"
#include "app/trace/trace.h"

#include <vector>

// Code shared by operations whose rows depend on other rows: triangular solves and ILU(0).

namespace warploom::app {

/// Adds the synchronization cost of a kernel whose blocks wait for each other within one launch; leaves other rows
/// unchanged. In a trace, each flag is read only once. However, a level can start only after a value of the previous
/// level has passed through memory, so levels x latency is a lower bound. If it exceeds the modeled time, it replaces
/// it.
void add_waiting(Row& row, const simulated::Card& card, const Trace& trace, int levels);

/// Returns titles such as "level 2 of 5" if there is one launch per level.
std::vector<LaunchWords> say_levels(const std::vector<simulated::LaunchInfo>& launches, int levels);

} // namespace warploom::app
