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
/// Removes races between blocks from the findings of another schedule. A run with ascending blocks already detects
/// them. In other orders, a fence after a barrier would cause false reports.
void drop_block_races(std::vector<simulated::Finding>& findings);

/// The result of running a kernel under other schedules.
struct ScheduleRuns {
    std::optional<ScheduleFault> fault; ///< the first error; std::nullopt if all schedules are correct
    /// Whether later runs with blocks in descending order would be fast. If threads wait for each other, such runs are
    /// slow, because threads read flags repeatedly.
    bool is_descending_fast = true;
};

/// Runs a kernel under other block and warp schedules until one of them exposes an error. `wrong_now` checks the result
/// of the last run. Errors: any error from trace_kernel.
ScheduleRuns try_schedules(const TraceSubject& subject, const TraceSettings& settings,
                           const std::function<std::optional<WrongNumber>()>& wrong_now, const Progress& progress);

} // namespace warploom::app
