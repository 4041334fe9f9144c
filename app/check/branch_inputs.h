#pragma once

#include "app/check/test_inputs.h"
#include "engine/simt/unexecuted_code.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns inputs that may satisfy a condition: their sizes, row lengths and counts exceed each limit and have the
/// remainders, alone and together.
std::vector<TestInput> inputs_for(const simt::BranchCondition& condition, Operation operation,
                                  const std::string& format);

/// Generates further inputs for branches that the kernel has not taken on any test input, such as the body of
/// `if (length > 32 && row % 7 == 3)`, and a few for conditions in expressions. The inputs generated for a source are remembered, so that a later check of the
/// same source uses them again although its branches have been taken since.
class BranchInputs {
public:
    /// `kernel` must have been read, and must have run on the test inputs.
    BranchInputs(Operation operation, std::string format, std::string kernel);

    /// Returns the next input, or nothing if all branches have been taken, no input can be expected to take the others,
    /// or enough inputs were generated. Call this function after the kernel has run on the previous input.
    std::optional<TestInput> next();

private:
    std::optional<TestInput> next_new();

    Operation operation_;
    std::string format_, kernel_;
    std::shared_ptr<std::vector<TestInput>> generated_; ///< all inputs generated for the source so far, in order
    std::size_t used_ = 0;                              ///< number of these inputs that next() has returned
    std::vector<TestInput> waiting_;                    ///< further inputs for `condition_`, in reverse order
    simt::BranchCondition condition_;
    std::set<simt::BranchCondition> finished_;
    std::set<simt::BranchCondition> in_expressions_;
};

} // namespace warploom::app
