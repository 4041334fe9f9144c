#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The result of checking a kernel that the user is editing: whether the kernel is correct, which thread wrote the first
// wrong value, and what the kernel costs.

namespace warploom::protocol {

enum class CheckVerdict {
    right,
    doubtful, ///< the result is correct, but an error was detected
    wrong,
    refused ///< the source does not compile
};
constexpr auto words_of(CheckVerdict) { return std::array{"right", "doubtful", "wrong", "refused"}; }

/// An error message or a warning with its location. Lines and columns are counted from 1. Both are 0 if the message has
/// no location.
struct CheckNote {
    int line = 0, column = 0;
    std::string sentence, hint;
    static const Fields<CheckNote>& fields();
};

/// The thread that last wrote a value of the result.
struct CheckWriter {
    int launch = 0;
    std::int64_t block = 0;
    int warp = 0, lane = 0;  ///< warp index in the block, and lane index in the warp
    int line = 0;            ///< source line
    std::int64_t step = 0;   ///< step in the `warp` document that wrote the value
    std::int64_t writes = 0; ///< total number of writes to the value, by all threads
    static const Fields<CheckWriter>& fields();

    int thread() const { return warp * simulated::warp_size + lane; }
};

/// A wrong value in the result of a kernel.
struct CheckEntry {
    std::int64_t row = 0;
    std::optional<std::int64_t> column; ///< column; set only if the result is a matrix
    std::string expected, computed;     ///< strings, because JSON numbers cannot be NaN or infinite
    std::optional<CheckWriter> writer;  ///< thread that wrote the value; not set if there is none
    std::string array = {};
    std::int64_t element = 0;
    /// The element as an expression, such as `c[2][5]`, for problems declared in the source; otherwise empty.
    std::string place = {};
    static const Fields<CheckEntry>& fields();
};

/// Changes to the values of a test input (app/check/test_inputs.h).
struct CheckChange {
    std::string x; ///< value of x or the right-hand side; if empty, random numbers
    int power = 0, row_power = 0, column_power = 0;
    static const Fields<CheckChange>& fields();
};

/// The cost of one kernel call, summed over all launches.
struct CheckCosts {
    std::string kernel;
    std::int64_t transactions = 0, bytes = 0, steps = 0, bank_passes = 0, bank_conflicts = 0;
    int bank_line = 0;
    double mean_active_lanes = 0, modelled_ns = 0;
    std::optional<TracePreparation> prepare; ///< additional cost of `prepare`; not set if `prepare` launches no kernel
    static const Fields<CheckCosts>& fields();
};

/// A variable that the `run` function can declare as a parameter.
struct CheckName {
    /// Name and type of the variable, such as "row_pointer" and "const int*", and a description.
    std::string name, type, about;
    static const Fields<CheckName>& fields();
};

/// The range of values that were tested for a parameter of a declared problem.
struct CheckRange {
    std::string name;
    std::int64_t least = 0, most = 0;
    static const Fields<CheckRange>& fields();
};

/// Lists the tests that support the verdict "right".
struct CheckCoverage {
    int least_block = 0, most_block = 0; ///< smallest and largest number of threads per block that was tested
    bool float32 = false, float64 = false;
    std::int64_t most_rows = 0;
    std::int64_t most_columns = 0;          ///< largest number of columns of any `ata` input; 0 for other operations
    std::vector<int> unexecuted_lines = {}; ///< source lines that no test input executed, in ascending order
    std::vector<CheckRange> numbers = {};
    std::string domain = {}; ///< restriction on the inputs, such as "n a multiple of 32"; empty if there is none
    static const Fields<CheckCoverage>& fields();
};

struct Check {
    std::string kernel, operation = "spmv", format;
    CheckVerdict verdict = CheckVerdict::refused;
    std::string sentence;
    std::vector<CheckNote> notes;
    /// Warnings about errors that larger inputs would cause; empty if compilation failed.
    std::vector<CheckNote> warnings;
    std::vector<std::string> inputs;   ///< names of the test inputs; random inputs follow the requested ones
    std::int64_t drawn = 0;            ///< number of random inputs at the end of `inputs`
    std::string failed_on;             ///< first input with an error; empty if there is none
    std::optional<CheckChange> change; ///< change to the values of `failed_on`; not set if there was none
    /// The input that the wrong entry, the detected errors and the costs refer to. This is the input that failed or, if
    /// none failed, the first one.
    Input matrix;
    std::string card; ///< card ID
    Precision precision = Precision::float64;
    int block = 0;                   ///< number of threads per block
    std::optional<CheckEntry> entry; ///< first wrong value
    std::vector<TraceFinding> findings;
    std::string printed; ///< output of printf
    std::int64_t not_printed = 0;
    std::optional<CheckCoverage> coverage; ///< description of the tests; set only if the kernel is correct
    /// Costs of this kernel, and of a built-in kernel to compare it with. Set if this kernel is correct.
    std::optional<CheckCosts> costs, twin;
    std::vector<CheckName> names;
    static const Fields<Check>& fields();
};

/// Parses a `check` document. Errors: "check.malformed" with the name of the field.
Check read_check(const Json& json);

} // namespace warploom::protocol
