#pragma once

#include "engine/protocol/messages/check.h"
#include "kernels/operations/operation.h"

#include <string>

namespace warploom::app {

/// Returns a verdict such as "Correct on laplace2d:n=64 and 120 test matrices. Tested with 32 to 1,024 threads per
/// block in float and double. Matrices with more than 70,001 rows were not tested." It also names lines that no
/// input executed.
std::string right_verdict_of(const protocol::Check& check, Operation operation);

} // namespace warploom::app
