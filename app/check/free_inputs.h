#pragma once

#include "app/check/test_inputs.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Returns the test inputs for a kernel whose source declares its own problem. The first input has a moderate size. The
/// others have sizes that often expose errors, as long as the declared ranges allow them: 0, 1, primes, sizes near
/// those of a warp and a block, and sizes near the constants of the source and their products. If the problem has
/// several size parameters, every pair of their values is tested. Some inputs have extreme values
/// (declared::ElementValues). The source must have been read. Errors: any error from declared::read_declarations.
std::vector<TestInput> free_inputs(const KernelSettings& settings);

/// Returns a tiny input on which an infinite loop is detected quickly.
TestInput tiny_free_input(const std::string& kernel);

} // namespace warploom::app
