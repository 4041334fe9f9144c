#pragma once

#include "app/trace/boards.h"

#include <cstdint>
#include <string>

namespace warploom::app {

/// Returns the arrays of a system with n unknowns, to be displayed by row: a, b, c, d and x, and the work arrays of the
/// method.
Boards tridiagonal_boards(std::int64_t n);

/// Describes each launch of a built-in kernel by the step of its method and, for kernels that work in shared memory,
/// each section. Empty for other kernels.
SayLaunches say_tridiagonal_launches(const std::string& kernel, std::int64_t n);

} // namespace warploom::app
