#pragma once

#include "app/check/test_inputs.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Returns the test inputs for a kernel whose source declares its own problem. The first input has a moderate size. The
/// others have sizes that often expose errors: 0, 1, sizes near those of a warp and a block, primes, and sizes near the
/// constants of the source and their products, as long as the declared ranges allow them. If there are several numbers,
/// each pair of their values occurs. Some inputs have extreme values (declared::ElementValues). The source must have
/// been read. Errors: any error from declared::read_declarations.
std::vector<TestInput> free_inputs(const KernelSettings& settings);

/// Returns a tiny input on which an infinite loop is detected quickly.
TestInput tiny_free_input(const std::string& kernel);

} // namespace warploom::app
