#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warploom::measure {

/// Returns the first row in which elimination without pivoting encounters a zero pivot in the solver's precision, or
/// std::nullopt if there is none.
std::optional<std::int64_t> first_zero_pivot(const TridiagonalSystem& system, bool single);

/// Returns whether a solver without pivoting can encounter a zero pivot in this row, allowing for rounding errors.
/// Considers elimination from the first row, from the last row or from both ends, and cyclic reduction.
bool may_be_zero_pivot(const TridiagonalSystem& system, std::int64_t row, bool single);

/// Returns whether this is the first row of an incomplete LU factorization with a pivot that is 0, infinite or NaN.
bool is_first_zero_pivot(const CsrMatrix& a, const std::vector<double>& lu, std::int64_t row);

} // namespace warploom::measure
