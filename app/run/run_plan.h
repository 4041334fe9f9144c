#pragma once

#include "app/problem/run_result.h"

namespace warploom::app {

/// Fills in unspecified settings (kernels, baseline), removes duplicates, and refuses invalid combinations. Errors:
/// "kernel.unknown", "kernel.switch", "kernel.block", "run.x", "run.threads", "run.setting", "cg.settings".
RunSettings complete_settings(const kernels::Machine& machine, Operation operation, RunSettings settings);

/// One unsettled row for each kernel x precision x block x threads; rows of kernels that the machine does not run are
/// settled.
std::vector<Row> plan_rows(const kernels::Machine& machine, Operation operation, const RunSettings& settings);

} // namespace warploom::app
