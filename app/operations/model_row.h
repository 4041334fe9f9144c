#pragma once

#include "app/problem/problem.h"
#include "app/trace/trace.h"
#include "engine/simulated/trace.h"

#include <vector>

namespace warploom::app {

/// Computes the time of a row on a simulated machine: traces the kernel (a documented sample of the blocks if the input
/// is large) and models the time on `card`. Errors: all errors of trace_kernel; "result.finding" for a finding.
Trace model_row(Row& row, const simulated::Card& card, const TraceSubject& subject, const RunContext& context);

/// Returns "result.finding" with the first finding and the number of findings; there must be at least one.
ValidationFailure failure_of(const std::vector<simulated::Finding>& findings);

} // namespace warploom::app
