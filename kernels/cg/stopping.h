#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <vector>

namespace warploom::kernels {

/// How a conjugate gradient solution ended.
enum class CgEnd {
    converged, ///< the true residual is within the tolerance
    limit,     ///< as many iterations as were allowed
    breakdown, ///< p·Ap was not positive, or a number was not finite
    stagnated, ///< the residual goes no further down
    cancelled  ///< stopped by the user
};
constexpr auto words_of(CgEnd) { return std::array{"converged", "limit", "breakdown", "stagnated", "cancelled"}; }
using warploom::to_string;

/// ‖b - A x‖ / ‖b‖ as it was recomputed after an iteration.
struct TrueResidual {
    std::int64_t iteration = 0;
    double value = 0;
};

/// When a residual that wanders is given up. Residuals of sound solutions wander for long where a matrix is ill
/// conditioned: on pipe networks 579 iterations (865 unknowns, double) and 1048 (the same, float) were seen.
struct StagnationRule {
    std::int64_t window = 2000; ///< iterations within which there must be
    double gain = 0.1;          ///< a new least residual, smaller than the old one by this share
};

/// Whether `residuals` (one an iteration) has no new least value within the last `window` iterations.
bool has_stagnated(const std::vector<double>& residuals, const StagnationRule& rule = {});

} // namespace warploom::kernels
