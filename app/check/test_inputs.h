#pragma once

#include "app/trace/kernel_settings.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Name of a vector of random numbers with many entries equal to 0, 1 and -1.
inline constexpr const char* with_zeros_and_ones = "with zeros and ones";

/// Beginning of the name of a vector of random numbers that are scaled by a power of two: "times 2^-100".
inline constexpr const char* times_power_of_two = "times 2^";

/// A matrix in which all rows are empty.
inline constexpr const char* without_nonzeros = "test-rows:n=40,lengths=0,length=0";

/// A test input, and how a kernel is run on it.
struct TestInput {
    std::string name;
    int block = 0;         ///< threads per block, if `run` has the parameter; 0 for the requested number
    int power = 0;         ///< values are scaled by 2^power (judged_input)
    int row_power = 0;     ///< every seventh row is scaled by 2^row_power, with its right-hand side (judged_input)
    int column_power = 0;  ///< every seventh column is scaled by 2^column_power, and its unknown by the inverse
    bool is_large = false; ///< tested only if the launches or operations of the kernel give a reason (large_inputs.h)
    bool in_other_precision = false; ///< in the precision that was not requested, if the kernel supports both
    /// If set, used only for kernels that support this precision.
    std::optional<Precision> precision = {};
    std::string x = {}; ///< x or the right-hand side: `with_zeros_and_ones`, "with a NaN", "times 2^-100", or empty
    bool is_run_again =
        true; ///< also tested with other values and other block orders, if the source may depend on these
    /// Elimination encounters a zero pivot, so only the row that the kernel reports is compared.
    bool is_singular = false;

    /// Returns whether this is the input with the name `asked`, unmodified.
    bool is_just(const std::string& asked) const {
        return name == asked && block == 0 && power == 0 && row_power == 0 && column_power == 0 &&
               !in_other_precision && !precision && x.empty();
    }
    int block_beside(int asked) const { return block == 0 ? asked : block != asked ? block : 128; }
};

/// Returns the inputs on which a kernel source is tested in addition to the open one, small ones first: special
/// structures (one row, a full row, more columns than rows, power laws, dense blocks), systematically designed inputs
/// (designed_inputs.h), inputs at the limits of the source's own constants (limit_inputs.h) and of its launches
/// (size_limits.h), and large ones, which are used only if a few of their blocks indicate a problem (large_inputs.h).
/// The source must have been read.
std::vector<TestInput> test_inputs(Operation operation, const std::string& format, const KernelSettings& settings);

/// Returns a small input that reveals most errors in little time.
TestInput small_input(Operation operation, const std::string& format);
/// Returns a tiny input, for which an endless loop is detected within a second.
TestInput tiny_input(Operation operation);

/// Returns "On the test matrix diagonal:n=1: message".
std::string on_test_input(Operation operation, const std::string& input, const std::string& message);

} // namespace warploom::app
