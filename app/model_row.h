#pragma once

#include "app/run_result.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <memory>

namespace warploom::app {

/// Gives a row of a simulated machine its time: traces the kernel (a stated sample of the blocks where the matrix is
/// large) and models what `card` would take. Errors: those of trace_spmv.
void model_row(SpmvRow& row, const simulated::Card& card, const Matrix& matrix,
               const std::shared_ptr<const kernels::HostFormat>& format, const SpmvSettings& settings,
               const Progress& progress);

} // namespace warploom::app
