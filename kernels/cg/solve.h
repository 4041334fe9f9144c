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
    double tolerance = 1e-10; ///< of ‖b - A x‖ / ‖b‖, the true one
    std::int64_t max_iterations = 10000;
    std::int64_t check_every = 50; ///< iterations between two looks at the true residual
    int max_restarts = 3;          ///< times r := b - A x where the recurrence promised too much
    StagnationRule stagnation;     ///< the window grows to twice the order of a large matrix
};

/// What keep_going learns, every check_every iterations.
struct CgProgress {
    std::int64_t iteration = 0;
    std::vector<double> residuals; ///< of the recurrence, since the last time
    TrueResidual true_residual;
};

struct CgOutcome {
    CgEnd end = CgEnd::limit;
    std::string sentence; ///< how it ended and why, one sentence
    std::int64_t iterations = 0;
    std::vector<double> history;              ///< ‖r‖ / ‖b‖ of the recurrence after each iteration
    std::vector<TrueResidual> true_residuals; ///< the first is that of the start
    double true_residual = 0;                 ///< the last of them
    int restarts = 0;
    std::optional<std::int64_t> breakdown; ///< the iteration that broke down
    double p_ap = 0;                       ///< of the breakdown
};

/// Iterates from wherever the solver is (after set_right_side: from x = 0) until the true residual is within the
/// tolerance or one of the other ends is reached. The recurrence drifts away from the truth, so it never decides alone:
/// where it is within the tolerance and the truth is not, it goes on a little, and then begins anew from b - A x.
/// `keep_going` may be empty; when it returns false the end is CgEnd::cancelled. Iterations count from 1.
CgOutcome solve_cg(BoundCg& cg, const CgLimits& limits, const std::function<bool(const CgProgress&)>& keep_going = {});

} // namespace warploom::kernels
