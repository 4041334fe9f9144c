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
    /// Time limit in seconds, after which no further input is tested. If it is set, the largest of the small inputs
    /// comes first.
    double enough_s = 0;
    double most_s = 0; ///< time limit in seconds for a single input
};

/// Settings for checking a kernel on the test inputs before it runs on the user's input.
struct TestInputSettings : KernelSettings {
    Operation operation = Operation::spmv;
    std::optional<Patience> patience = std::nullopt; ///< time limits; std::nullopt for no limits
};

/// Runs a source on the test inputs on the simulated GPU until a result is wrong or there is a finding. Returns
/// std::nullopt for built-in kernels and if the source is correct on all test inputs. Results are cached by source. If
/// an input is aborted, the failure is "result.unchecked". Errors: "cancelled"; kernel errors, with the test input
/// added to the message.
std::optional<ValidationFailure> failure_on_test_inputs(const TestInputSettings& settings, const Progress& progress);

/// Checks a user-written kernel before it is bound to a real GPU. The kernel is launched only if it is correct on the
/// test inputs on the simulated GPU, because a real GPU does not detect races, protect memory or stop infinite loops.
/// Returns std::nullopt for other machines, for built-in kernels, and for the kernels from the papers, which have been
/// tested.
std::optional<ValidationFailure> failure_before_launch(const kernels::Machine& machine, Operation operation,
                                                       const std::string& kernel, Precision precision, int block,
                                                       const Progress& progress);
/// Throws an error if failure_before_launch() finds that the kernel must not run on the machine.
void require_harmless(const kernels::Machine& machine, Operation operation, const std::string& kernel,
                      Precision precision, int block, const Progress& progress);

} // namespace warploom::app
