#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The result of checking a kernel that the user is editing: whether the kernel is correct, which thread wrote the first
// wrong value, and the costs.

namespace warploom::protocol {

enum class CheckVerdict {
    right,
    doubtful, ///< the result is correct, but an error was detected
    wrong,    ///< a value of the result is wrong
    refused   ///< the source does not compile or uses unsupported features
};
constexpr auto words_of(CheckVerdict) { return std::array{"right", "doubtful", "wrong", "refused"}; }

/// An error or warning with its location. Line and column are counted from 1, and are 0 if the message does not refer
/// to a line.
struct CheckNote {
    int line = 0, column = 0;
    std::string sentence, hint;
    static const Fields<CheckNote>& fields();
};

/// The thread that last wrote a value.
struct CheckWriter {
    int launch = 0;
    std::int64_t block = 0;
    int warp = 0, lane = 0;  ///< warp index in the block, and lane index in the warp
    int line = 0;            ///< source line
    std::int64_t step = 0;   ///< step of the warp, numbered as in the `warp` document
    std::int64_t writes = 0; ///< total number of writes to this value, by all threads
    static const Fields<CheckWriter>& fields();

    int thread() const { return warp * simulated::warp_size + lane; }
};

/// A wrong value of the result.
struct CheckEntry {
    std::int64_t row = 0;
    std::optional<std::int64_t> column; ///< set if the result is a matrix
    std::string expected, computed;     ///< texts, because the values can be NaN or infinite
    std::optional<CheckWriter> writer;  ///< absent if no thread wrote the value
    std::string array = {};             ///< parameter of `run` that contains the value
    std::int64_t element = 0;           ///< index of the value in this array
    static const Fields<CheckEntry>& fields();
};

/// How the values of a test input are changed before the kernel runs on it (app/check/test_inputs.h).
struct CheckChange {
    std::string x; ///< x or the right-hand side; empty for random numbers
    int power = 0, row_power = 0, column_power = 0;
    static const Fields<CheckChange>& fields();
};

/// The resources that a kernel uses, over all launches of one call.
struct CheckCosts {
    std::string kernel;
    std::int64_t transactions = 0, bytes = 0, steps = 0, bank_passes = 0, bank_conflicts = 0;
    int bank_line = 0;
    double mean_active_lanes = 0, modelled_ns = 0;
    std::optional<TracePreparation> prepare; ///< additional cost of `prepare`; not set if `prepare` launches nothing
    static const Fields<CheckCosts>& fields();
};

/// A variable that `run` can declare as a parameter.
struct CheckName {
    std::string name, type, about; ///< name and type, such as "row_pointer" and "const int*", and a description
    static const Fields<CheckName>& fields();
};

/// Properties of the test inputs on which the verdict "right" is based.
struct CheckCoverage {
    int least_block = 0, most_block = 0; ///< smallest and largest tested number of threads per block
    bool float32 = false, float64 = false;
    std::int64_t most_rows = 0;             ///< largest number of rows of any input
    std::int64_t most_columns = 0;          ///< largest number of columns of any `ata` input; 0 for other operations
    std::vector<int> unexecuted_lines = {}; ///< source lines with code that no test input executed, in ascending order
    static const Fields<CheckCoverage>& fields();
};

struct Check {
    std::string kernel, operation = "spmv", format;
    CheckVerdict verdict = CheckVerdict::refused;
    std::string sentence; ///< one-sentence description of the verdict
    std::vector<CheckNote> notes;
    std::vector<CheckNote> warnings; ///< about inputs larger than the tested ones; empty if the source does not compile
    std::vector<std::string> inputs; ///< the names of the test inputs; requested inputs precede random ones
    std::int64_t drawn = 0;          ///< the number of random inputs at the end of `inputs`
    std::string failed_on;           ///< the first input on which an error was detected; empty if there is none
    std::optional<CheckChange> change; ///< how the values of `failed_on` are changed; absent if they are not
    /// The input to which entry, findings and costs refer: the failing one, otherwise the first one.
    Input matrix;
    std::string card; ///< card ID
    Precision precision = Precision::float64;
    int block = 0;                   ///< threads per block
    std::optional<CheckEntry> entry; ///< first wrong value
    std::vector<TraceFinding> findings;
    std::string printed;                   ///< output of printf
    std::int64_t not_printed = 0;          ///< number of printf calls whose output was omitted
    std::optional<CheckCoverage> coverage; ///< set if the kernel is correct
    /// The costs of this kernel, and of the built-in kernel that it is compared with. Set if this kernel is correct.
    std::optional<CheckCosts> costs, twin;
    std::vector<CheckName> names;
    static const Fields<Check>& fields();
};

/// Parses a `check` document. Errors: "check.malformed" with the name of the field.
Check read_check(const Json& json);

} // namespace warploom::protocol
