#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <vector>

namespace warploom::kernels {

enum class CgEnd {
    converged, ///< the true residual is within the tolerance
    limit,     ///< the maximum number of iterations was reached
    breakdown, ///< p·Ap was not positive, or a value was not finite
    stagnated, ///< the residual no longer decreased
    cancelled  ///< the user stopped the solve
};
constexpr auto words_of(CgEnd) { return std::array{"converged", "limit", "breakdown", "stagnated", "cancelled"}; }
using warploom::to_string;

/// The true residual ‖b - A x‖ / ‖b‖, recomputed after an iteration.
struct TrueResidual {
    std::int64_t iteration = 0;
    double value = 0;
};

/// Criterion for stopping a solver because its residual no longer decreases. For an ill-conditioned matrix, the
/// residual can stagnate for a long time before it converges. An example is a pipe network with 865 unknowns, for which
/// it stagnated for 579 iterations in double and 1048 iterations in float.
struct StagnationRule {
    std::int64_t window = 2000; ///< maximum number of iterations without a new minimum of the residual
    double gain = 0.1;          ///< relative decrease of the residual that counts as a new minimum
};

/// Returns whether `residuals` (one per iteration) had no new minimum within the last `window` iterations.
bool has_stagnated(const std::vector<double>& residuals, const StagnationRule& rule = {});

} // namespace warploom::kernels
