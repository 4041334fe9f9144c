#pragma once

#include "kernels/machine/machine.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Names a vector of random numbers with many entries of 0, 1 and -1 among them.
inline constexpr const char* with_zeros_and_ones = "with zeros and ones";

/// A matrix whose rows are all empty.
inline constexpr const char* without_nonzeros = "test-rows:n=40,lengths=0,length=0";

/// A test input, and how a kernel is run on it.
struct TestInput {
    std::string name;
    int block = 0;         ///< threads per block, if `run` has the parameter; 0: the requested number
    int power = 0;         ///< its numbers are 2^power times as large (judged_input)
    bool is_large = false; ///< tried where the launches or the operations of the kernel give cause (large_inputs.h)
    bool in_other_precision = false; ///< in the precision that was not requested, if the kernel supports both
    std::string x = {};              ///< x or the right side: `with_zeros_and_ones`, "with a NaN", or empty
    bool is_run_again =
        true; ///< also with other numbers and in other orders of blocks, where the source may depend on these
    bool is_singular = false; ///< elimination encounters a pivot of 0: only the row that the kernel reports is compared

    /// Returns whether this is the input called `asked`, unmodified.
    bool is_just(const std::string& asked) const {
        return name == asked && block == 0 && power == 0 && !in_other_precision && x.empty();
    }
    int block_beside(int asked) const { return block == 0 ? asked : block != asked ? block : 128; }
};

/// Returns the inputs on which a kernel source is judged besides the one that is open, small ones first: special
/// structures (one row, a full row, more columns than rows, power laws, dense blocks), inputs by design
/// (designed_inputs.h), inputs at the limits of the source's own constants (limit_inputs.h), and large ones, which are
/// used only if a few of their blocks indicate a problem (large_inputs.h). `kernel`: the name of a source that has been
/// read; `block`: the requested threads per block.
std::vector<TestInput> test_inputs(Operation operation, const std::string& format, const std::string& kernel,
                                   int block);

/// One of them that takes no time and shows much.
TestInput small_input(Operation operation, const std::string& format);
/// Returns a tiny one, whose bound of turns an endless loop reaches within a second.
TestInput tiny_input(Operation operation);

/// Returns "On the test matrix diagonal:n=1: message".
std::string on_test_input(Operation operation, const std::string& input, const std::string& message);

} // namespace warploom::app
