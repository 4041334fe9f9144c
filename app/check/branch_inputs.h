#pragma once

#include "app/check/test_inputs.h"
#include "engine/simt/unexecuted_code.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns inputs that may satisfy a condition. Their sizes and row lengths exceed the limits in the condition, have
/// the remainders that it requires, or both.
std::vector<TestInput> inputs_for(const simt::BranchCondition& condition, Operation operation,
                                  const std::string& format);

/// Generates additional test inputs for branches that the kernel has not taken on any test input, such as the body of
/// `if (length > 32 && row % 7 == 3)`, and a few for conditions in expressions. The inputs are stored, so that the next
/// check of the same source reuses them.
class BranchInputs {
public:
    /// The source `kernel` must have been compiled and run on the test inputs before this object is created.
    BranchInputs(Operation operation, std::string format, std::string kernel);

    /// Returns the next input. Returns std::nullopt if all branches have been taken, if no input is likely to take the
    /// remaining branches, or if enough inputs have been generated. Call this function after running the kernel on the
    /// previous input.
    std::optional<TestInput> next();

private:
    std::optional<TestInput> next_new();

    Operation operation_;
    std::string format_, kernel_;
    std::shared_ptr<std::vector<TestInput>> generated_; ///< all inputs generated for the source so far, in order
    std::size_t used_ = 0;                              ///< number of elements of generated_ that next() has returned
    /// Inputs for `condition_` that remain to be tried, in reverse order.
    std::vector<TestInput> waiting_;
    simt::BranchCondition condition_;
    std::set<simt::BranchCondition> finished_;
    std::set<simt::BranchCondition> in_expressions_;
};

} // namespace warploom::app
