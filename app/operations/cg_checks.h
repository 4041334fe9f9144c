#pragma once

#include "app/problem/problem.h"
#include "engine/matrix/definiteness.h"
#include "kernels/cg/solve.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Checks a conjugate gradient solution without using the solver's own SpMV.

namespace warploom::app {

/// Prefix of every breakdown_sentence() that proves that the matrix is not positive definite.
constexpr const char* not_definite = "The matrix is not positive definite";

/// Returns the error code, such as "cg.not_symmetric", for a result row that has no solution because of `obstacle`.
std::string unsolved_code(Obstacle obstacle);
/// Returns whether a result row has no solution although its kernel computes A p correctly.
bool is_unsolved(const Row& row);

/// Compares the SpMV of a bound solver with a reference for two random vectors x. The second vector exposes kernels
/// that return the result of an earlier call. Modifies the right-hand side and the state of the solver. Returns
/// "result.wrong" if the results differ. Skips the comparison if a norm may overflow or underflow.
std::optional<ValidationFailure> complaint_of_product(const CsrMatrix& matrix, kernels::BoundCg& cg,
                                                      const std::string& kernel, Precision precision);

/// A breakdown that the solver reported.
struct Breakdown {
    std::int64_t iteration = 0;
    double p_ap = 0, true_residual = 0;
    std::string sentence; ///< sentence that explains the breakdown; empty if the cause is p·Ap <= 0
};
/// Returns an explanation of a breakdown of CG, based on p·Ap recomputed in long double. A negative p·Ap proves that
/// the matrix is not positive definite. A value that is 0 within rounding errors proves nothing. `p` is the solver's
/// vector p after the breakdown.
std::string breakdown_sentence(const CsrMatrix& matrix, const std::vector<double>& p, Precision precision,
                               const Breakdown& breakdown);

} // namespace warploom::app
