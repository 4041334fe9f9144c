#pragma once

#include "app/problem/problem.h"
#include "app/trace/kernel_settings.h"
#include "engine/progress.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>

namespace warploom::app {

/// How long a text is tried at most.
struct Patience {
    double enough_s = 0; ///< after which no further input is begun; the largest is the first
    double most_s = 0;   ///< after which the input at work is given up
};

/// Settings for checking a kernel on the random test inputs before a run on the requested input.
struct TestInputSettings : KernelSettings {
    Operation operation = Operation::spmv;
    std::optional<Patience> patience = std::nullopt; ///< absent: all inputs, however long that takes
};

/// Runs a text on the drawn inputs on the checking machine, up to the first where a number is wrong or a mistake is
/// found. Nothing for a text that is right on all of them, and for kernels that are no texts. The same text is judged
/// once.
/// Errors: "cancelled"; those of the kernel, with the drawn input in the sentence. An input that is given up is a
/// complaint, too: "result.unchecked".
std::optional<ValidationFailure> failure_on_test_inputs(const TestInputSettings& settings, const Progress& progress);

/// Asked before a kernel is bound to a machine. A text from outside is not launched on a real GPU unless the checking
/// machine finds it right on the drawn inputs: there nothing finds a race, nothing guards memory, and no loop is ended.
/// Nothing for other machines, for kernels that are no texts, and for the papers' texts, which are tested.
std::optional<ValidationFailure> failure_before_launch(const kernels::Machine& machine, Operation operation,
                                                       const std::string& kernel, Precision precision, int block,
                                                       const Progress& progress);
/// The same as an error.
void require_harmless(const kernels::Machine& machine, Operation operation, const std::string& kernel,
                      Precision precision, int block, const Progress& progress);

} // namespace warploom::app
