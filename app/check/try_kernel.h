#pragma once

#include "app/check/test_inputs.h"
#include "app/inputs/inputs.h"
#include "app/trace/trace.h"
#include "engine/protocol/messages/check.h"

#include <memory>
#include <optional>
#include <string>

namespace warploom::simt {
struct Program;
}

namespace warploom::app {

/// The result of running a user's kernel on one input.
struct Tried {
    protocol::Input input;
    Trace trace;
    int block = 0;
    Precision precision = Precision::float64;
    std::int64_t rows = 0; ///< number of rows of the input; 0 if the input was skipped
    std::int64_t columns = 0;
    std::optional<protocol::CheckEntry> wrong;
    /// Type of error in the result: "unwritten" (no thread wrote the element), "nan" (a thread wrote NaN), or "right"
    /// for any other error. For products, it can also be "empty-rows" (only empty rows are wrong) or "long-rows" (only
    /// long rows are wrong). Empty if the result is correct.
    std::string symptom;
    /// Sentence that explains the wrong element by the entries that the kernel reads (row_cause.h). May be empty.
    std::string cause = {};
    /// Name of the run with the wrong result, such as "In the second run, with another x: "; empty for the first run.
    std::string later_run;
    /// Block schedule of the run with the wrong result.
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending;
    /// Returns a prefix for messages about a wrong element that states the run and its block schedule. May be empty.
    std::string which_run() const;
    /// Message and hint of the error that a launch caused for an input or block size other than the requested one.
    std::string refusal, refusal_hint;
    /// Condition under which the launch failed, such as "With 1024 threads per block: ".
    std::string refused_where;
    std::weak_ptr<const simt::Program> program; ///< the compiled source; set only for cached results
    /// Returns whether an infinite loop was detected. If so, the contents of the arrays are meaningless.
    bool is_endless() const;
};

/// Returns the message about a wrong element, followed by a note that `run` does not launch a kernel.
std::string without_launch(const std::string& message);
/// Returns a message with the name of the run, as in "In the second run: message", or the message itself if `which` is
/// empty.
std::string in_run(const std::string& which, const std::string& message);

/// Runs a kernel under a tracer and compares its result with the reference, within the error bounds of a benchmark run.
/// `x` is specified as for a benchmark run, or as "infinity in column N". If `x` is empty, all elements of x are
/// different, so that reads of a wrong column are detected. For a triangular system, `x` is the right-hand side. If
/// `asks_who` is true, the kernel is run again to find the thread that wrote the wrong element. A tridiagonal system
/// must be strictly dominant and have a known solution.
///
/// Skips `many_rows` and `far_columns` (large_inputs.h) if the launches and the source give no reason to test them. A
/// kernel that keeps data between runs is run again with other values (later_runs.h) to detect reused results. The
/// counters are from the first run. Errors: any error from Inputs or trace_kernel.
Tried try_kernel(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                 const TraceSettings& settings, bool asks_who, const Progress& progress);
/// Runs a kernel with the block size, precision and x of a test input. The block size applies only if `run` has the
/// parameter `block`, the source has no line `// block: N` and the launch is valid. The precision applies only if the
/// source supports it. Inputs that do not fit on the card are skipped (`rows` is 0), unless counters are requested.
Tried try_test_input(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                     const TraceSettings& settings, bool asks_who, const Progress& progress);

/// Returns a description of a test input and of the run, such as "diagonal:n=1 times 2^90 with 64 threads per block in
/// float". Block size and precision are included only if they differ from `asked`.
std::string told(const TestInput& input, const Tried& tried, const KernelSettings& asked);
/// Returns a description of an input before the run, such as "diagonal:n=1 with 64 threads per block".
std::string told(const TestInput& input, const KernelSettings& asked);

/// Returns a sentence about a wrong element, such as "Row 3 should be 1 but is 2." If the thread that wrote the element
/// is known, the sentence also names it.
std::string sentence_of(const protocol::CheckEntry& entry, bool asked_who);

} // namespace warploom::app
