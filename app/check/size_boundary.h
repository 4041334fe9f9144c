#pragma once

#include "app/check/try_kernel.h"

#include <string>

namespace warploom::app {

/// Searches for the largest size (unknowns, rows, columns or nonzeros per row) up to which a kernel is correct. Starts
/// from a test input on which the result is wrong. Returns a sentence that states this limit, such as "The kernel works
/// only for up to 512 unknowns: ...", or an empty string if the size does not determine whether the result is correct.
/// Each size in the sentence was tested. Errors: "cancelled".
std::string size_boundary(Inputs& inputs, Operation operation, const TestInput& failed, const TraceSettings& settings,
                          const Progress& progress);

} // namespace warploom::app
