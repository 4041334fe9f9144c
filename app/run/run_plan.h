#pragma once

#include "app/run/run_result.h"

namespace warploom::app {

/// Fills in what the settings leave open (kernels, baseline), removes repeats, and refuses what makes no sense.
/// Errors: "kernel.unknown", "kernel.switch", "kernel.block", "run.x", "run.threads", "run.setting", "cg.settings".
RunSettings complete_settings(const kernels::Machine& machine, kernels::Operation operation, RunSettings settings);

/// One unsettled row for each kernel x precision x block x threads; rows of kernels that the machine does not run are
/// settled.
std::vector<Row> plan_rows(const kernels::Machine& machine, kernels::Operation operation, const RunSettings& settings);

/// The n entries of x. Errors: "run.x" with what is understood.
std::vector<double> make_x(const std::string& x, std::int64_t n);

} // namespace warploom::app
