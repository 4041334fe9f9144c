#pragma once

#include "app/trace/boards.h"

#include <cstdint>
#include <string>

namespace warploom::app {

/// Returns the arrays of a system with n unknowns, a, b, c, d and x, and the work arrays of a method, for display row
/// by row.
Boards tridiagonal_boards(std::int64_t n);

/// Returns which step of its method each launch of a built-in kernel performs, and each section of a kernel that works
/// in shared memory. Nothing for other kernels.
SayLaunches say_tridiagonal_launches(const std::string& kernel, std::int64_t n);

} // namespace warploom::app
