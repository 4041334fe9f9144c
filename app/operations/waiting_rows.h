#pragma once

#include "app/problem/problem.h"
#include "app/trace/boards.h"
#include "app/trace/trace.h"

#include <vector>

// Functions for operations in which matrix rows depend on other rows: triangular solves and ILU(0).

namespace warploom::app {

/// Adds the synchronization cost to a result row if the blocks of its kernel wait for each other within a launch. In a
/// trace, a thread reads each flag only once. On a real GPU, however, a dependency level can start only after values of
/// the previous level have passed through memory. Therefore, the number of levels times the memory latency is a lower
/// bound on the time. If the modeled time is shorter than this bound, it is replaced with the bound.
void add_waiting(Row& row, const simulated::Card& card, const Trace& trace, int levels);

/// Returns titles for the launches, such as "level 2 of 5", if each dependency level has its own launch.
std::vector<LaunchWords> say_levels(const std::vector<simulated::LaunchInfo>& launches, int levels);

} // namespace warploom::app
