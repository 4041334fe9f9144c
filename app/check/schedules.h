#pragma once

#include "app/check/first_wrong.h"
#include "app/trace/trace.h"
#include "engine/progress.h"

#include <functional>
#include <optional>
#include <string>

namespace warploom::app {

/// An error that occurs only if blocks and warps do not run in ascending order.
struct ScheduleFault {
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending;
    Trace trace;
    std::optional<WrongNumber> wrong;
};

/// Returns a label of a block schedule for messages, such as "With blocks in descending order".
std::string label_of(simulated::BlockSchedule schedule);

/// Returns whether to run a kernel under other block and warp schedules. This is the case if its result may depend on
/// the order, because it uses atomic operations or its threads wait for each other, and if the run in ascending order
/// made few accesses.
bool is_worth_reordering(const TraceSubject& subject, const TraceSettings& settings, const Trace& ascending);
/// Removes races between blocks from the findings of another schedule. A run with the blocks in ascending order already
/// detects these races. In other orders, a fence after a barrier would cause false reports.
void drop_block_races(std::vector<simulated::Finding>& findings);

/// Runs a kernel under other block and warp schedules until one of them exposes an error. `wrong_now` checks the result
/// of the most recent run. Errors: any error from trace_kernel.
std::optional<ScheduleFault> find_schedule_fault(const TraceSubject& subject, const TraceSettings& settings,
                                                 const std::function<std::optional<WrongNumber>()>& wrong_now,
                                                 const Progress& progress);

} // namespace warploom::app
