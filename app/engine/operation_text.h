#pragma once

#include "app/run_result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// What the operation was done on: "y = A x, A = NAME (3 x 3, 9 nonzeros), x = ones".
std::string operation_title(const Run& run);
/// The last columns of the table of results, which only this operation has, and a row's words in them.
std::vector<std::string> operation_header(kernels::Operation operation);
std::vector<std::string> operation_words(kernels::Operation operation, const Row& row);

} // namespace warploom::app
