#pragma once

#include "app/problem/problem.h"
#include "app/trace/trace.h"
#include "engine/simulated/trace.h"

#include <vector>

namespace warploom::app {

/// Computes the time of a result row on a simulated machine: traces the kernel and models its time on `card`. For a
/// large input, traces only a sample of the blocks and adds a remark to the row. Errors: any error from trace_kernel;
/// "result.finding" if the trace has findings.
Trace model_row(Row& row, const simulated::Card& card, const TraceSubject& subject, const RunContext& context);

/// Returns the failure "result.finding", with the first finding and the number of other findings in its message.
/// `findings` must not be empty.
ValidationFailure failure_of(const std::vector<simulated::Finding>& findings);

} // namespace warploom::app
