#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The verdict on a kernel while a user writes it: whether it is right, the thread that wrote the first wrong number,
// its costs.

namespace warploom::protocol {

enum class CheckVerdict {
    right,
    doubtful, ///< the numbers are right, and a mistake was found all the same
    wrong,    ///< a number of the result differs
    refused   ///< the source does not compile, or uses unsupported features
};
constexpr auto words_of(CheckVerdict) { return std::array{"right", "doubtful", "wrong", "refused"}; }

/// Why a text is refused or warned of, and where; line and column count from 1, 0: not in the text.
struct CheckNote {
    int line = 0, column = 0;
    std::string sentence, hint;
    static const Fields<CheckNote>& fields();
};

/// The thread that wrote a number last.
struct CheckWriter {
    int launch = 0;
    std::int64_t block = 0;
    int warp = 0, lane = 0;  ///< of the block; of the warp
    int line = 0;            ///< of the text
    std::int64_t step = 0;   ///< of the warp, as the document of `warp` counts
    std::int64_t writes = 0; ///< how often that number was written, by whomever
    static const Fields<CheckWriter>& fields();

    int thread() const { return warp * simulated::warp_size + lane; }
};

/// A number of the result that is wrong.
struct CheckEntry {
    std::int64_t row = 0;
    std::optional<std::int64_t> column; ///< where the result is a matrix
    std::string expected, computed;     ///< as texts, so that NaN and infinity have a name
    std::optional<CheckWriter> writer;  ///< nothing: no thread wrote it
    static const Fields<CheckEntry>& fields();
};

/// The resource usage of a kernel, over all launches of one call.
struct CheckCosts {
    std::string kernel;
    std::int64_t transactions = 0, bytes = 0, steps = 0, bank_passes = 0, bank_conflicts = 0;
    int bank_line = 0;
    double mean_active_lanes = 0, modelled_ns = 0;
    std::optional<TracePreparation> prepare; ///< beside these; nothing where it launches nothing
    static const Fields<CheckCosts>& fields();
};

/// A name that a parameter of run may have.
struct CheckName {
    std::string name, type, about; ///< "row_pointer", "const int*", description
    static const Fields<CheckName>& fields();
};

/// The properties of the test inputs that a verdict "right" covers.
struct CheckCoverage {
    int least_block = 0, most_block = 0; ///< threads per block that it was run with
    bool float32 = false, float64 = false;
    std::int64_t most_rows = 0;    ///< Rows of the longest input.
    std::int64_t most_columns = 0; ///< Columns of the widest input of `ata`; 0 for other operations.
    static const Fields<CheckCoverage>& fields();
};

struct Check {
    std::string kernel, operation = "spmv", format;
    CheckVerdict verdict = CheckVerdict::refused;
    std::string sentence; ///< the verdict in words
    std::vector<CheckNote> notes;
    std::vector<CheckNote> warnings; ///< about inputs larger than those tried; a refused text has none
    std::vector<std::string> inputs; ///< on which it was judged, by their names, requested ones before drawn ones
    std::int64_t drawn = 0;          ///< how many of them, from the back, were drawn
    std::string failed_on;           ///< the one that a mistake shows on; empty where there is none
    /// The input that entry, findings and costs refer to: the failing one, otherwise the first
    Input matrix;
    std::string card; ///< its id
    Precision precision = Precision::float64;
    int block = 0;                   ///< threads
    std::optional<CheckEntry> entry; ///< the first wrong number
    std::vector<TraceFinding> findings;
    std::string printed;                   ///< by printf
    std::int64_t not_printed = 0;          ///< calls of printf that came after the limit
    std::optional<CheckCoverage> coverage; ///< where the source is right
    std::optional<CheckCosts> costs, twin; ///< for a right source: its own cost, and that of the built-in kernel
    std::vector<CheckName> names;
    static const Fields<Check>& fields();
};

/// Errors: "check.malformed" with the field.
Check read_check(const Json& json);

} // namespace warploom::protocol
