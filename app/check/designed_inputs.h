#pragma once

#include "app/check/test_inputs.h"

#include <vector>

namespace warploom::app {

/// Returns small inputs that combine the factors that kernels depend on. Every pair of levels of any two factors occurs
/// in at least one input (see covering_array.h). Factors for sparse matrices: row lengths (0 to 1,200) and their order,
/// number of columns, stored zeros, signs and magnitudes, column distribution, and size of dependency levels. Factors
/// for tridiagonal systems: number of unknowns, number of systems, kind, zeros in the solution, and magnitude. Factors
/// for dense matrices: both dimensions and zeros. Precision varies for all operations, and so does the block size if
/// `takes_block` is true. `format` is the format that the kernel reads. If `is_short` is true, inputs have fewer
/// entries, for kernels whose threads wait for each other.
std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short = false);

} // namespace warploom::app
