#pragma once

#include "app/inputs/inputs.h"
#include "app/trace/kernel_settings.h"
#include "engine/progress.h"
#include "kernels/operations/operation.h"

#include <map>
#include <string>

namespace warploom::app {

/// Traces a kernel and returns the cost of each source line that accesses memory, such as "value 8 · column 4 · x 14.2
/// sectors per request, 27.1 of 32 lanes". Errors: any error from trace_kernel.
std::map<int, std::string> line_costs(Inputs& inputs, Operation operation, const std::string& input,
                                      const KernelSettings& settings, const Progress& progress);

} // namespace warploom::app
