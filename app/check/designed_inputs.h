#pragma once

#include "app/check/test_inputs.h"

#include <vector>

namespace warploom::app {

/// Returns small inputs that combine the factors on which kernels depend: every pair of levels of any two factors
/// occurs in at least one input (app/check/covering_array.h). The factors for sparse matrices are row lengths (0 to
/// 1,200) and their order, number of columns, stored zeros, signs and magnitudes, distribution of columns, and size of
/// dependency levels. The factors for tridiagonal systems are the number of unknowns, number of systems, kind, zeros
/// in the solution, and magnitude. The factors for dense matrices are both dimensions and zeros. Precision and, if
/// `takes_block`, threads per block vary for all operations. `format` is the format that the kernel reads. With
/// `is_short`, inputs have fewer entries, for kernels whose threads wait for each other.
std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short = false);

} // namespace warploom::app
