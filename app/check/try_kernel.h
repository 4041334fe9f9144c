#pragma once

#include "app/check/test_inputs.h"
#include "app/inputs/inputs.h"
#include "app/trace/trace.h"
#include "engine/protocol/messages/check.h"

#include <optional>
#include <string>

namespace warploom::app {

/// The outcome of one call of a user's kernel: its trace, and whether the result is correct.
struct Tried {
    protocol::Input input;
    Trace trace;
    int block = 0; ///< threads per block that it was run with
    Precision precision = Precision::float64;
    std::int64_t rows = 0;                     ///< of the input; 0: it was not tried
    std::int64_t columns = 0;                  ///< for a dense input
    std::optional<protocol::CheckEntry> wrong; ///< the first number of the result that is not right
    /// How the result is wrong: "unwritten" (no thread wrote that number), "nan" (one wrote no number), of products
    /// also "empty-rows" (all others are right) and "long-rows" (shorter ones are right); else "right". Empty where
    /// nothing is wrong.
    std::string symptom;
    std::string later_run; ///< of several, the one that is wrong: "In the second run, with another x"; empty: the first
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending; ///< of the run that is wrong
    /// Returns the run and the schedule of a wrong number, for in_run(); empty for the first run in ascending order.
    std::string which_run() const;
    std::string refusal,
        refusal_hint;          ///< The error of a launch on other inputs, or with other block sizes, than requested.
    std::string refused_where; ///< "With 1024 threads per block"
    bool is_endless() const;   ///< a loop was found that never ends: the arrays written so far mean nothing
};

/// Adds to a message about a wrong element that `run` launches no kernel.
std::string without_launch(const std::string& message);
/// Returns "In the second run: message", or the message alone if `which` is empty.
std::string in_run(const std::string& which, const std::string& message);

/// Runs a kernel under a tracer and compares its result with the reference, by the error bounds of a run. `x`: in the
/// form of a run's setting, or "infinity in column N"; empty: all elements differ, so that reads of a wrong column are
/// detected. For a triangular system, `x` is the right-hand side. `asks_who`: also determines the thread that wrote the
/// wrong element, for which the kernel runs once more. A tridiagonal system must be strictly dominant and its solution
/// known. Of `many_rows` and `far_columns` (app/check/large_inputs.h) only a part is recorded, and they are skipped if
/// the launches and the source give no reason to test them. A source that keeps data between runs is run again with
/// other values (app/check/later_runs.h), which exposes reused results. Counts are those of the first run. Errors:
/// those of Inputs and trace_kernel.
Tried try_kernel(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                 const TraceSettings& settings, bool asks_who, const Progress& progress);
/// Same with the block size, precision and x of a test input: the block size if `run` has the parameter, the source has
/// no line `// block: N` and the launch is valid; the precision if the source supports it. Skipped (`rows` is 0) if the
/// input does not fit on the card, unless counts are requested.
Tried try_test_input(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                     const TraceSettings& settings, bool asks_who, const Progress& progress);

/// Returns the description of an input: "diagonal:n=1 times 2^90 with 64 threads per block in float"; block size and
/// precision only if they differ from `asked`.
std::string told(const TestInput& input, const Tried& tried, const KernelSettings& asked);

/// "Row 3 should be 1 but is 2." and the thread that wrote it, where it is known.
std::string sentence_of(const protocol::CheckEntry& entry, bool asked_who);

} // namespace warploom::app
