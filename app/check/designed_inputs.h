#pragma once

#include "app/check/test_inputs.h"

#include <vector>

namespace warploom::app {

/// Returns small inputs that vary the factors that kernels depend on in combination: every pair of levels of any two
/// factors occurs (app/check/covering_array.h). For sparse matrices, the factors are row lengths (0 to 1,200) and their
/// order, number of columns, stored zeros, signs and magnitudes, distribution of columns, and size of dependency
/// levels. For tridiagonal systems, they are the number of unknowns, number of systems, kind, zeros in the solution,
/// and magnitude. For dense matrices, they are both dimensions and zeros. Precision and, if `takes_block`, threads per
/// block vary in all of them. `format` is the format that the kernel reads. With `is_short`, there are fewer entries,
/// for kernels whose threads wait for each other.
std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short = false);

} // namespace warploom::app
