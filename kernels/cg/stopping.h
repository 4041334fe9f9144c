#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <vector>

namespace warploom::kernels {

/// How an iterative solve ended.
enum class CgEnd {
    converged, ///< the true residual is within the tolerance
    limit,     ///< the maximum number of iterations was reached
    breakdown, ///< p·Ap was not positive, or a value was not finite
    stagnated, ///< the residual stopped decreasing
    cancelled  ///< stopped by the user
};
constexpr auto words_of(CgEnd) { return std::array{"converged", "limit", "breakdown", "stagnated", "cancelled"}; }
using warploom::to_string;

/// ‖b - A x‖ / ‖b‖, recomputed after an iteration.
struct TrueResidual {
    std::int64_t iteration = 0;
    double value = 0;
};

/// The rule for giving up on a residual that does not decrease. If the matrix is ill-conditioned, the residual of a
/// solve that converges later can stay flat for a long time: on pipe networks, 579 iterations (865 unknowns, double)
/// and 1048 iterations (the same matrix, float) were observed.
struct StagnationRule {
    std::int64_t window = 2000; ///< number of iterations within which there must be a new minimum
    double gain = 0.1;          ///< relative decrease that counts as a new minimum
};

/// Returns whether `residuals` (one per iteration) have no new minimum within the last `window` iterations.
bool has_stagnated(const std::vector<double>& residuals, const StagnationRule& rule = {});

} // namespace warploom::kernels
