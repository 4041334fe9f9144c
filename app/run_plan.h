#pragma once

#include "app/run_result.h"
#include "engine/matrix/csr_matrix.h"

namespace warploom::app {

/// Fills in what the settings leave open (kernels, baseline), removes repeats, and refuses what makes no sense.
/// Errors: "matrix.unsupported", "kernel.unknown", "kernel.block", "run.x".
SpmvSettings complete_settings(const kernels::Machine& machine, const Matrix& matrix, SpmvSettings settings);

/// One unsettled row for each kernel x precision x block; rows of kernels that the machine does not run are settled.
std::vector<SpmvRow> plan_rows(const kernels::Machine& machine, const SpmvSettings& settings);

/// Speed-up and break-even of every row against the baseline of its precision (and block, where it has one).
void compare_with_baseline(std::vector<SpmvRow>& rows, const std::string& baseline);

} // namespace warploom::app
