#pragma once

#include "app/check/test_inputs.h"

#include <vector>

namespace warploom::app {

/// Returns small inputs in which the factors that kernels depend on vary together: every pair of levels of every two
/// factors occurs (app/check/covering_array.h). Factors of sparse matrices: row lengths (from 0 to 1,200), their order,
/// the number of columns, stored zeros, signs and magnitudes, the distribution of columns, the size of dependency
/// levels. Factors of tridiagonal systems: unknowns, number of systems, kind, zeros in the solution, magnitude. Factors
/// of dense matrices: both sizes and zeros. Factors of all: threads per block (if `takes_block`) and precision.
/// `format` is the format that the kernel reads. `is_short`: fewer entries, for kernels whose threads wait for each
/// other.
std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short = false);

} // namespace warploom::app
