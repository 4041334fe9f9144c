#pragma once

#include "app/check/test_inputs.h"

#include <vector>

namespace warploom::app {

/// Returns small inputs that combine the factors that kernels depend on. Every pair of levels of any two factors occurs
/// in at least one input (see covering_array.h). Factors for sparse matrices: row lengths (0 to 1,200) and their order,
/// number of columns, stored zeros, signs and magnitudes, column distribution, and size of dependency levels. Factors
/// for tridiagonal systems: number of unknowns, number of systems, kind, zeros in the solution, and magnitude. Factors
/// for dense matrices: both dimensions and zeros. For all operations, the precision varies and, if `takes_block` is
/// true, so does the block size. `format` is the format that the kernel reads. `is_short` reduces the number of
/// entries. Set it for kernels whose threads wait for each other.
std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short = false);

} // namespace warploom::app
