#pragma once

#include "app/problem/problem.h"
#include "app/trace/boards.h"
#include "app/trace/trace.h"

#include <vector>

// What operations whose rows wait for rows have in common: triangular solves and ILU(0).

namespace warploom::app {

/// Of a kernel whose blocks wait for each other in one launch; others stay as they are. A trace shows one look at each
/// mark. But a level begins only when a number of the one before has gone through memory, so levels x latency is the
/// least that waiting costs. Where that is more than the rest, it is the modelled time.
void add_waiting(Row& row, const simulated::Card& card, const Trace& trace, int levels);

/// "level 2 of 5" where there is a launch for each level.
std::vector<LaunchWords> say_levels(const std::vector<simulated::LaunchInfo>& launches, int levels);

} // namespace warploom::app
