#pragma once

#include "app/operations/spmv.h"
#include "app/run/runner.h"

/// Runs products with a matrix, which the caller owns.
inline warploom::app::Run run_spmv(warploom::kernels::Machine& machine, const warploom::Matrix& matrix,
                                   const warploom::app::RunSettings& settings,
                                   const warploom::app::RunObserver& observer = {}) {
    warploom::app::SpmvProblem problem({std::shared_ptr<void>(), &matrix}, settings.x);
    return warploom::app::run_problem(machine, problem, settings, observer);
}
