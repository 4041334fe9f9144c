#pragma once

#include "app/operations/spmv.h"
#include "app/run/runner.h"

/// A run of products over a matrix, which the caller keeps.
inline warploom::app::Run run_spmv(warploom::kernels::Machine& machine, const warploom::Matrix& matrix,
                                   const warploom::app::RunSettings& settings,
                                   const warploom::app::RunObserver& observer = {}) {
    warploom::app::SpmvProblem problem({std::shared_ptr<void>(), &matrix}, settings.x);
    return warploom::app::run_problem(machine, problem, settings, observer);
}
