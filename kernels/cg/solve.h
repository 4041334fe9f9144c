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
    double tolerance = 1e-10; ///< for the true residual ‖b - A x‖ / ‖b‖
    std::int64_t max_iterations = 10000;
    std::int64_t check_every = 50; ///< iterations between computations of the true residual
    int max_restarts = 3;          ///< restarts from r = b - A x when the recurrence was too optimistic
    StagnationRule stagnation;     ///< the window grows to at least twice the order of the matrix
};

/// Passed to keep_going every check_every iterations.
struct CgProgress {
    std::int64_t iteration = 0;
    std::vector<double> residuals; ///< of the recurrence, since the previous call
    TrueResidual true_residual;
};

struct CgOutcome {
    CgEnd end = CgEnd::limit;
    std::string sentence; ///< one sentence that explains how it ended
    std::int64_t iterations = 0;
    std::vector<double> history;              ///< ‖r‖ / ‖b‖ of the recurrence after each iteration
    std::vector<TrueResidual> true_residuals; ///< the first is for the starting vector
    double true_residual = 0;                 ///< the last of true_residuals
    int restarts = 0;
    std::optional<std::int64_t> breakdown; ///< the iteration of the breakdown
    double p_ap = 0;                       ///< p·Ap at the breakdown
};

/// Iterates from the solver's current state (x = 0 after set_right_side) until the true residual is within the
/// tolerance or another end condition holds. The recurrence can drift from the true residual, so it never decides
/// alone: if only the recurrence is within the tolerance, the solver first continues with a lower tolerance, then
/// restarts from r = b - A x. `keep_going` may be empty; if it returns false, the result is CgEnd::cancelled.
/// Iterations count from 1.
CgOutcome solve_cg(BoundCg& cg, const CgLimits& limits, const std::function<bool(const CgProgress&)>& keep_going = {});

} // namespace warploom::kernels
