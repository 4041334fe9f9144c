#pragma once

#include "engine/generators/tridiagonal_system.h"

#include <string>
#include <vector>

namespace warploom::kernels {

/// x of `cpu-cr` or `cpu-pcr` on the host in double, but with the two multipliers k1 and k2 of each elementary step kept in
/// float. cerny2011 compares precisions by the data type "in listing 2.3, line 9" alone; the listing is not in the source,
/// and that line 9 is the one of k1 and k2 is our inference.
/// Errors: "kernel.unknown" for any other method, "memory.limit".
std::vector<double> solve_with_float_multipliers(const std::string& method, const TridiagonalSystem& system,
                                                 int threads);

} // namespace warploom::kernels
