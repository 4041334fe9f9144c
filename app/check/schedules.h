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

/// Runs a kernel with other block and warp schedules until one of them exposes an error. Skips kernels that have
/// neither atomic operations nor waiting threads, because their results do not depend on the order. Also skips kernels
/// that made so many memory accesses that more runs would take too long. `wrong_now` checks the result of the last run.
/// Errors: any error from trace_kernel.
std::optional<ScheduleFault> find_schedule_fault(const TraceSubject& subject, const TraceSettings& settings,
                                                 const Trace& ascending,
                                                 const std::function<std::optional<WrongNumber>()>& wrong_now,
                                                 const Progress& progress);

} // namespace warploom::app
