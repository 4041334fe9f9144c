#pragma once

#include "app/check/test_inputs.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Returns the inputs on which a kernel is tested whose source declares its own problem. The first one is of moderate
/// size. The others have sizes where mistakes show: 0, 1, around the sizes of a warp and of a block, primes, and around
/// the constants of the source and their products, as far as the declared ranges allow. If there are several numbers,
/// each pair of their values occurs. Some inputs have extreme values (declared::ElementValues). The source must have been read.
/// Errors: all errors of declared::read_declarations.
std::vector<TestInput> free_inputs(const KernelSettings& settings);

/// Returns a very small input, on which an endless loop is noticed quickly.
TestInput tiny_free_input(const std::string& kernel);

} // namespace warploom::app
