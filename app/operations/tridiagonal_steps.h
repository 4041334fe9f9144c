#pragma once

#include "app/trace/boards.h"

#include <cstdint>
#include <string>

namespace warploom::app {

/// Returns the arrays of a tridiagonal system with n unknowns, arranged by row for display: a, b, c, d and x, and the
/// work arrays of the method.
Boards tridiagonal_boards(std::int64_t n);

/// Returns a function that describes each launch of a built-in kernel as a step of its method and, if the kernel uses
/// shared memory, each section between barriers. Returns an empty function for other kernels.
SayLaunches say_tridiagonal_launches(const std::string& kernel, std::int64_t n);

} // namespace warploom::app
