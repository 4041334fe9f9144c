#pragma once

#include "app/trace/kernel_settings.h"
#include "app/trace/trace_subject.h"
#include "engine/progress.h"
#include "engine/simt/machine/printed.h"
#include "engine/simulated/counts.h"
#include "engine/simulated/model.h"
#include "engine/simulated/trace.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// A traced call and the card whose rules determine its counts.
struct Trace;

struct TraceSettings : KernelSettings {
    static constexpr std::int64_t by_size = 0;     ///< traces all blocks, or a sample if the matrix is large
    static constexpr std::int64_t all_blocks = -1; ///< traces all blocks, regardless of the time this takes

    std::int64_t sample = by_size; ///< maximum number of traced blocks per launch
    /// For `by_size`, the maximum number of value slots of the format (or eight times the number of threads) for
    /// tracing every block.
    std::int64_t slots_traced_whole = 20'000'000;
    /// Returns the blocks of each launch to trace, instead of `sample`. If empty, `sample` applies.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch = {};
    bool runs_untraced = true;           ///< same meaning as in simulated::TraceOptions
    std::int64_t most_turns = 0;         ///< same meaning as in simulated::TraceOptions
    std::int64_t turns_for_input = 0;    ///< same meaning as in simulated::TraceOptions
    std::int64_t most_threads = 0;       ///< same meaning as in simulated::TraceOptions
    std::int64_t most_scratch_bytes = 0; ///< same meaning as in simulated::TraceOptions
    bool counts = true;                  ///< if false, only results and findings: no launches, no blocks, no time
    CacheState cache = CacheState::cold;
    bool with_start = true;            ///< whether the time includes the start of the call; false for a part of a call
    bool with_transfers = false;       ///< adds the time to copy the input to the device and the result back
    std::uint64_t lane_order_seed = 0; ///< 0 for ascending order of warps and blocks
    /// Same meaning as in simulated::TraceOptions; a trace with a race is repeated with it.
    bool compares_values = false;
    /// Same meaning as in simulated::TraceOptions.
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending;
    /// modifies the counts before the time is modeled from them; may be empty
    std::function<void(Trace&)> correct = {};
};

/// Data of a traced block that is not part of the counts of its launch.
struct TracedBlock {
    std::int64_t block = 0;
    /// The rows of the result that the block wrote; -1 if it wrote none, or if they are not contiguous.
    std::int64_t first_row = -1, last_row = -1;
    std::int64_t steps = 0, lanes = 0; ///< number of warp instructions, and total number of active lanes
};

/// The work of the function `prepare` of a kernel, which runs once per matrix. Has no launches if the function does not
/// exist or launches nothing.
struct TracedPreparation {
    std::vector<simulated::LaunchCounts> launches;
    std::vector<std::vector<TracedBlock>> blocks; ///< for each launch, in ascending order
    std::int64_t grid_blocks = 0, traced_blocks = 0;
    simulated::ModelledTime model;
};

struct Trace {
    Operation operation = Operation::spmv;
    TraceSettings settings;
    std::string format;
    std::optional<std::int64_t> leading_dimension; ///< set for formats that are stored by columns
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::vector<simulated::Finding> findings;
    std::vector<simulated::Finding> same_values; ///< same meaning as in simulated::Tracer
    std::int64_t lane_accesses = 0;              ///< same meaning as in simulated::Tracer
    simt::Printed printed;
    std::vector<simulated::LaunchCounts> launches;   ///< the launches of one call, excluding those during binding
    std::vector<std::vector<TracedBlock>> blocks;    ///< for each launch, in ascending order
    std::int64_t grid_blocks = 0, traced_blocks = 0; ///< totals over all launches
    /// The largest relative difference between two halves of the sample (its odd and its even strata), in transactions
    /// per block and in mean active lanes. Absent if every block was traced, or if the sample has only one stratum.
    std::optional<double> halves_differ;
    simulated::ModelledTime model;
    TracedPreparation preparation; ///< not included in the counts and times above

    double traced_share() const;
    double mean_active_lanes() const; ///< mean over all warp instructions; 0 if there are none
};

/// Runs the kernel once on the simulated GPU under the tracer, counts for the card and models the time. The settings
/// must have been validated (app/operations/trace_kernel.h). Errors: "kernel.machine" if the kernel uses features that
/// the card lacks; "cancelled" within about 0.1 s of tracing.
Trace trace_subject(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress = {});

/// Returns the trace with the launches of `prepare` in front of those of run, as if they were part of the call.
Trace with_preparation(Trace trace);

/// Returns the compute capability as a number such as 9.0. For a card without this field, returns that of recent cards.
double capability_of(const simulated::Card& card);
/// Throws Error("kernel.machine") because the card lacks `what`, which was introduced with compute capability `since`.
[[noreturn]] void refuse_card(Operation operation, const TraceSettings& settings, const std::string& what,
                              const char* since);

} // namespace warploom::app
