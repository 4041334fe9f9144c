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

/// The outcome of calling a user's kernel once: its trace, and whether the result is correct.
struct Tried {
    protocol::Input input;
    Trace trace;
    int block = 0; ///< number of threads per block in the run
    Precision precision = Precision::float64;
    std::int64_t rows = 0;                     ///< rows of the input; 0 if the kernel was not run
    std::int64_t columns = 0;                  ///< columns of a dense input
    std::optional<protocol::CheckEntry> wrong; ///< first wrong element of the result
    /// How the result is wrong: "unwritten" (no thread wrote the element), "nan" (a thread wrote NaN), for products
    /// also "empty-rows" (all other rows are correct) and "long-rows" (shorter rows are correct), otherwise "right".
    /// Empty if the result is correct.
    std::string symptom;
    /// Name of the wrong run, such as "In the second run, with another x: "; empty for the first run.
    std::string later_run;
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending; ///< schedule of the wrong run
    /// Returns the prefix for a message about a wrong element: its run and schedule, or an empty string.
    std::string which_run() const;
    std::string refusal,
        refusal_hint;          ///< error of a launch with an input or block size other than the requested one
    std::string refused_where; ///< where the launch failed, such as "With 1024 threads per block: "
    std::weak_ptr<const simt::Program> program; ///< set for large inputs: the compiled source
    /// Returns whether an infinite loop was detected. If so, the arrays written so far are meaningless.
    bool is_endless() const;
};

/// Extends a message about a wrong element if `run` does not launch any kernel.
std::string without_launch(const std::string& message);
/// Returns "In the second run: message", or the message alone if `which` is empty.
std::string in_run(const std::string& which, const std::string& message);

/// Runs a kernel under a tracer and compares its result with the reference, within the error bounds of a run. `x` has
/// the form of a run's setting, or "infinity in column N"; if empty, all elements differ, so that reads of a wrong
/// column are detected. For a triangular system, `x` is the right-hand side. `asks_who` also finds the thread that
/// wrote the wrong element, which takes another run of the kernel. A tridiagonal system must be strictly dominant and
/// its solution known. `many_rows` and `far_columns` (app/check/large_inputs.h) are recorded only in part; they are
/// skipped if the launches and the source give no reason to test them. A kernel that keeps data between runs is
/// repeated with other values (app/check/later_runs.h), which exposes reused results. Counters are those of the first
/// run. Errors: all errors of Inputs and trace_kernel.
Tried try_kernel(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                 const TraceSettings& settings, bool asks_who, const Progress& progress);
/// Runs a kernel with the block size, precision and x of a test input. The block size applies if `run` has the
/// parameter, the source has no line `// block: N` and the launch is valid; the precision applies if the source
/// supports it. An input that does not fit on the card is skipped (`rows` is 0), unless counters are requested.
Tried try_test_input(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                     const TraceSettings& settings, bool asks_who, const Progress& progress);

/// Returns a description of an input, such as "diagonal:n=1 times 2^90 with 64 threads per block in float". Block size
/// and precision are included only if they differ from `asked`.
std::string told(const TestInput& input, const Tried& tried, const KernelSettings& asked);
/// Overload for an input on which the kernel cannot run.
std::string told(const TestInput& input, const KernelSettings& asked);

/// Returns a sentence such as "Row 3 should be 1 but is 2.", including the thread that wrote it, if known.
std::string sentence_of(const protocol::CheckEntry& entry, bool asked_who);

} // namespace warploom::app
