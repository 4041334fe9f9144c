#pragma once

#include "engine/generators/tridiagonal_system.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::measure {

/// Measures how accurately a vector x solves a tridiagonal system. All errors are computed in long double from the
/// coefficients that the solver used. If the solver computed in float, these coefficients are rounded to float.
struct TridiagonalCheck {
    double relative_residual = 0; ///< ||d - A x||_2 / ||d||_2; infinite if an entry of x is NaN or infinite
    /// ||d - A x||_2 / || |A||x| + |d| ||_2, the normwise backward error, which does not depend on the condition number
    /// of A.
    double normwise = 0;
    double componentwise =
        0; ///< max_i |d - A x|_i / (|A||x| + |d|)_i, the componentwise backward error (Higham 2002, section 7.2)
    std::int64_t worst_row = -1; ///< row with the largest componentwise backward error
    /// Forward error ||x - known_x||_2 / ||known_x||_2; not set if the solution is unknown.
    std::optional<double> forward_error;
    std::string complaint; ///< describes a wrong length or an entry that is NaN or infinite; otherwise empty

    bool is_finite() const { return complaint.empty(); }
};

/// Checks the solution of a tridiagonal system. `single` means that the solver computed in float. The result does not
/// depend on the number of threads.
TridiagonalCheck check_tridiagonal(const TridiagonalSystem& system, const std::vector<double>& x, bool single);

} // namespace warploom::measure
