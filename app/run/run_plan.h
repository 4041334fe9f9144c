#pragma once

#include "app/problem/run_result.h"

namespace warploom::app {

/// Returns the run settings with duplicates removed and defaults filled in (kernels, baseline). Throws if the
/// combination is invalid. Errors: "kernel.unknown", "kernel.switch", "kernel.block", "run.x", "run.threads",
/// "run.setting", "cg.settings".
RunSettings complete_settings(const kernels::Machine& machine, Operation operation, RunSettings settings);

/// Returns a result row for each combination of kernel, precision, block size and number of threads. Rows of
/// unsupported kernels are marked as finished.
std::vector<Row> plan_rows(const kernels::Machine& machine, Operation operation, const RunSettings& settings);

} // namespace warploom::app
