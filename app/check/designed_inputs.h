#pragma once

#include "app/check/test_inputs.h"

#include <vector>

namespace warploom::app {

/// Returns small inputs in which the factors that kernels depend on vary together: every pair of levels of every two
/// factors occurs (app/check/covering_array.h). For sparse matrices, the factors are the row lengths (from 0 to 1,200),
/// their order, the number of columns, stored zeros, signs and magnitudes, the distribution of columns, and the size of
/// dependency levels. For tridiagonal systems, they are the number of unknowns, the number of systems, the kind, zeros
/// in the solution, and the magnitude. For dense matrices, they are both sizes and zeros. All inputs also vary the
/// precision and, if `takes_block`, the threads per block. `format` is the format that the kernel reads. If `is_short`,
/// there are fewer entries, for kernels whose threads wait for each other.
std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short = false);

} // namespace warploom::app
