#pragma once

#include "engine/generators/tridiagonal_system.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::measure {

/// How well x solves a tridiagonal system. Everything is computed in long double, from the coefficients that the solver
/// was given: rounded to float first where it worked in float.
struct TridiagonalCheck {
    double relative_residual = 0; ///< ||d - A x||_2 / ||d||_2; infinite where an entry of x is not finite
    double normwise = 0; ///< ||d - A x||_2 / || |A||x| + |d| ||_2: the backward error, whatever the condition of A
    double componentwise =
        0; ///< max_i |d - A x|_i / (|A||x| + |d|)_i: the backward error row by row (Higham 2002, 7.2)
    std::int64_t worst_row = -1;         ///< where `componentwise` is that large
    std::optional<double> forward_error; ///< ||x - known_x||_2 / ||known_x||_2, where the solution is known
    std::string complaint; ///< a sentence when x has the wrong length or an entry that is not finite, else empty

    bool is_finite() const { return complaint.empty(); }
};

/// `single`: the solver worked in float. The result does not depend on the number of threads.
TridiagonalCheck check_tridiagonal(const TridiagonalSystem& system, const std::vector<double>& x, bool single);

} // namespace warploom::measure
