#pragma once

#include "app/trace/kernel_settings.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Name of a random vector with many elements that are 0, 1 or -1.
inline constexpr const char* with_zeros_and_ones = "with zeros and ones";

/// Name of a random vector whose middle element is NaN.
inline constexpr const char* with_a_nan = "with a NaN";

/// Name of a random vector with a few elements that are NaN, including the last one.
inline constexpr const char* with_several_nan = "with several NaN";

/// Name of a random vector with an infinite element. NaN is accepted in place of infinity, because compensated
/// summation produces it, and so do kernels that multiply padding by x.
inline constexpr const char* with_an_infinity = "with an infinity";

/// Prefix of the name of a random vector whose numbers are scaled by a power of two, such as "times 2^-100".
inline constexpr const char* times_power_of_two = "times 2^";

/// Name of a matrix whose rows are all empty.
inline constexpr const char* without_nonzeros = "test-rows:n=40,lengths=0,length=0";

/// A test input, and the settings for running the kernel on it.
struct TestInput {
    std::string name;
    int block = 0;     ///< block size for kernels with this parameter; if 0, the one in the settings
    int power = 0;     ///< exponent for scaling the values by 2^power (see judged_input)
    int row_power = 0; ///< exponent for scaling every seventh row and its right-hand side (see judged_input)
    /// Exponent for scaling every seventh column by 2^column_power, and the corresponding unknown by the inverse (see
    /// judged_input).
    int column_power = 0;
    /// Whether to test the input only if launches or operations suggest a failure (large_inputs.h).
    bool is_large = false;
    /// Whether it suffices to test selected blocks, if they show how the blocks divide the rows (large_inputs.h).
    bool has_many_rows = false;
    bool in_other_precision = false; ///< whether to repeat the test in the other precision if the kernel supports it
    /// If set, use the input only in this precision, and only if the kernel supports it.
    std::optional<Precision> precision = {};
    std::string x = {}; ///< x or the right-hand side: `with_zeros_and_ones`, "with a NaN", "times 2^-100", or empty
    /// Whether to repeat the test with other values and block orders if the result may depend on them.
    bool is_run_again = true;
    /// Whether to repeat the test with other values even if the source keeps no data between runs. The result array is
    /// not reset before the repetition.
    bool is_always_run_again = false;
    /// Whether elimination encounters a zero pivot. If so, only the row number that the kernel reports is checked.
    bool is_singular = false;

    /// Returns whether this is the input named `asked`, without scaling or other modifications.
    bool is_just(const std::string& asked) const {
        return name == asked && block == 0 && power == 0 && row_power == 0 && column_power == 0 &&
               !in_other_precision && !precision && x.empty();
    }
    /// Returns the part of a cache key that identifies the scaling of the input.
    std::string powers() const {
        return std::to_string(power) + " " + std::to_string(row_power) + " " + std::to_string(column_power);
    }
    int block_beside(int asked) const { return block == 0 ? asked : block != asked ? block : 128; }
};

/// Returns whether a format stores padding, which kernels may multiply by x.
bool has_padding(const std::string& format);

/// Returns the inputs on which a kernel is tested in addition to the user's own input. Small inputs come first. Some
/// inputs have a special structure, such as one row, a full row, more columns than rows, a power law, or dense blocks.
/// Others combine factors systematically (designed_inputs.h), or have sizes near the limits implied by the constants of
/// the source (limit_inputs.h) and its launches (size_limits.h). Large inputs are used only if running a few of their
/// blocks indicates a problem (large_inputs.h). The source must have been read.
std::vector<TestInput> test_inputs(Operation operation, const std::string& format, const KernelSettings& settings);

/// Returns a small input that exposes most errors quickly.
TestInput small_input(Operation operation, const std::string& format, const std::string& kernel);
/// Returns a tiny input on which an infinite loop is detected within a second.
TestInput tiny_input(Operation operation, const std::string& kernel);

/// Adds the name of the test input to an error message, as in "On the test matrix diagonal:n=1: message".
std::string on_test_input(Operation operation, const std::string& input, const std::string& message);

} // namespace warploom::app
