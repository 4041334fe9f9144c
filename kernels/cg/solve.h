#pragma once

#include "kernels/cg/stopping.h"
#include "kernels/operations/cg.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

struct CgLimits {
    double tolerance = 1e-10; ///< tolerance for the true residual ‖b - A x‖ / ‖b‖
    std::int64_t max_iterations = 10000;
    std::int64_t check_every = 50; ///< number of iterations between computations of the true residual
    /// Maximum number of restarts from r = b - A x after the recurrence has drifted too far from the true residual.
    int max_restarts = 3;
    StagnationRule stagnation; ///< `window` is increased to at least twice the number of rows
};

struct CgProgress {
    std::int64_t iteration = 0;
    std::vector<double> residuals;
    TrueResidual true_residual;
};

struct CgOutcome {
    CgEnd end = CgEnd::limit;
    std::string sentence;
    std::int64_t iterations = 0;
    std::vector<double> history; ///< relative residual ‖r‖ / ‖b‖ of the recurrence after each iteration
    std::vector<TrueResidual> true_residuals; ///< true residuals, starting with the initial guess
    double true_residual = 0;
    int restarts = 0;
    std::optional<std::int64_t> breakdown; ///< iteration of the breakdown; not set if there was none
    double p_ap = 0;
};

/// Iterates from the current state of the solver (x = 0 after set_right_side) until the true residual is within the
/// tolerance or another stopping criterion is met. The residual of the recurrence can drift from the true residual. If
/// only the residual of the recurrence is within the tolerance, the solver continues with a lower tolerance; if this is
/// not sufficient, it restarts from r = b - A x. `keep_going` can be empty; if it returns false, the solve ends with
/// CgEnd::cancelled. Iterations are counted from 1.
CgOutcome solve_cg(BoundCg& cg, const CgLimits& limits, const std::function<bool(const CgProgress&)>& keep_going = {});

} // namespace warploom::kernels
