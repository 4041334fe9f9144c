#pragma once

#include "app/problem/run_result.h"

namespace warploom::app {

/// Fills in unspecified settings (kernels, baseline), removes duplicates, and throws if a combination is invalid.
/// Errors: "kernel.unknown", "kernel.switch", "kernel.block", "run.x", "run.threads", "run.setting", "cg.settings".
RunSettings complete_settings(const kernels::Machine& machine, Operation operation, RunSettings settings);

/// Returns an unfinished row for each combination of kernel, precision, block size and number of threads. Rows of
/// kernels that the machine does not support are already finished.
std::vector<Row> plan_rows(const kernels::Machine& machine, Operation operation, const RunSettings& settings);

} // namespace warploom::app
