#pragma once

#include "app/problem/problem.h"
#include "app/trace/trace.h"
#include "engine/simulated/trace.h"

#include <vector>

namespace warploom::app {

/// Gives a row of a simulated machine its time: traces the kernel (a stated sample of the blocks where the input is
/// large) and models what `card` would take. Errors: those of trace_kernel; "result.finding" for a mistake.
Trace model_row(Row& row, const simulated::Card& card, const TraceSubject& subject, const RunContext& context);

/// "result.finding" with the first of the findings and how many there are; there is at least one.
ValidationFailure failure_of(const std::vector<simulated::Finding>& findings);

} // namespace warploom::app
