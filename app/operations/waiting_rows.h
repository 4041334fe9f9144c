#pragma once

#include "app/problem/problem.h"
#include "app/trace/boards.h"
#include "app/trace/trace.h"

#include <vector>

// Functions for operations in which rows depend on other rows: triangular solves and ILU(0).

namespace warploom::app {

/// Adds the synchronization cost to a row if the blocks of its kernel wait for each other within a launch. In a trace,
/// each flag is read only once; in reality, a level cannot start before a value of the previous level has passed
/// through memory. The number of levels times the latency is therefore a lower bound, which replaces the modeled time
/// if it is larger.
void add_waiting(Row& row, const simulated::Card& card, const Trace& trace, int levels);

/// Returns titles such as "level 2 of 5" if each level has its own launch.
std::vector<LaunchWords> say_levels(const std::vector<simulated::LaunchInfo>& launches, int levels);

} // namespace warploom::app
