#pragma once

#include "app/trace/boards.h"

#include <cstdint>
#include <string>

namespace warploom::app {

/// Returns the arrays of a system with n unknowns for display row by row: a, b, c, d and x, and the work arrays of the
/// method.
Boards tridiagonal_boards(std::int64_t n);

/// Describes each launch of a built-in kernel by the step of its method, and each section of a kernel that works in
/// shared memory. Empty for other kernels.
SayLaunches say_tridiagonal_launches(const std::string& kernel, std::int64_t n);

} // namespace warploom::app
