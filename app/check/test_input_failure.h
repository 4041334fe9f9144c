#pragma once

#include "app/problem/problem.h"
#include "app/trace/kernel_settings.h"
#include "engine/progress.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>

namespace warploom::app {

/// Time limits for testing a source.
struct Patience {
    double enough_s = 0; ///< time after which no further input is started; the largest input comes first
    double most_s = 0;   ///< time after which the current input is aborted
};

/// Settings for checking a kernel on the test inputs before it runs on the requested input.
struct TestInputSettings : KernelSettings {
    Operation operation = Operation::spmv;
    std::optional<Patience> patience = std::nullopt; ///< time limits, if any
};

/// Runs a source on the test inputs on the simulated GPU until an input causes a wrong element or a finding. Returns
/// nothing if the source is correct on all test inputs, and for built-in kernels. Caches results per source. An
/// aborted input also counts as a failure: "result.unchecked". Errors: "cancelled"; errors of the kernel, with the
/// test input in the message.
std::optional<ValidationFailure> failure_on_test_inputs(const TestInputSettings& settings, const Progress& progress);

/// Called before a kernel is bound to a machine. A user-written kernel is launched on a real GPU only if it is correct
/// on the test inputs on the simulated GPU, because a real GPU does not detect races, protect memory or stop infinite
/// loops. Returns nothing for other machines, for built-in kernels, and for kernels from the papers, which have been
/// tested.
std::optional<ValidationFailure> failure_before_launch(const kernels::Machine& machine, Operation operation,
                                                       const std::string& kernel, Precision precision, int block,
                                                       const Progress& progress);
/// Throws the failure that failure_before_launch() returns, if any.
void require_harmless(const kernels::Machine& machine, Operation operation, const std::string& kernel,
                      Precision precision, int block, const Progress& progress);

} // namespace warploom::app
