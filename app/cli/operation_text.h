#pragma once

#include "app/run/run_result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The last columns of the table of results, which only this operation has, and a row's words in them.
std::vector<std::string> operation_header(kernels::Operation operation);
std::vector<std::string> operation_words(kernels::Operation operation, const Row& row);

} // namespace warploom::app
