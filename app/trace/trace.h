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

/// A traced call, and the card whose rules determine its counts.
struct Trace;

struct TraceSettings : KernelSettings {
    static constexpr std::int64_t by_size = 0;     ///< traces all blocks, or a sample if the matrix is large
    static constexpr std::int64_t all_blocks = -1; ///< traces all blocks, no matter how long the trace takes

    std::int64_t sample = by_size; ///< maximum number of traced blocks per launch
    /// For `by_size`, the maximum number of value slots of the format (or eight times the number of threads) for which
    /// every block is traced.
    std::int64_t slots_traced_whole = 20'000'000;
    /// Returns the blocks to trace in each launch. Takes precedence over `sample`; may be empty.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch = {};
    bool runs_untraced = true;           ///< see simulated::TraceOptions
    std::int64_t most_turns = 0;         ///< see simulated::TraceOptions
    std::int64_t turns_for_input = 0;    ///< see simulated::TraceOptions
    std::int64_t most_threads = 0;       ///< see simulated::TraceOptions
    std::int64_t most_scratch_bytes = 0; ///< see simulated::TraceOptions
    bool counts = true; ///< if false, the trace has only results and findings: no launches, blocks or times
    CacheState cache = CacheState::cold;
    bool with_start = true;            ///< whether the modeled time includes the start of a call
    bool with_transfers = false;       ///< whether the modeled time includes copies of the input and the result
    std::uint64_t lane_order_seed = 0; ///< seed for the order of warps and blocks; 0 for ascending order
    /// See simulated::TraceOptions. If a race is found, the trace is repeated with this option.
    bool compares_values = false;
    /// See simulated::TraceOptions.
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending;
    /// Modifies the counts before times are modeled from them. May be empty.
    std::function<void(Trace&)> correct = {};
};

/// Data of a traced block that is not part of its launch's counts.
struct TracedBlock {
    std::int64_t block = 0;
    /// Rows of the result that the block wrote; -1 if it wrote none or they are not contiguous.
    std::int64_t first_row = -1, last_row = -1;
    std::int64_t steps = 0, lanes = 0; ///< number of warp instructions, and total number of active lanes
};

/// The work of a kernel's `prepare` function, which runs once per matrix. Has no launches if the function does not
/// exist or launches nothing.
struct TracedPreparation {
    std::vector<simulated::LaunchCounts> launches;
    std::vector<std::vector<TracedBlock>> blocks; ///< one list per launch, in ascending order
    std::int64_t grid_blocks = 0, traced_blocks = 0;
    simulated::ModelledTime model;
};

struct Trace {
    Operation operation = Operation::spmv;
    TraceSettings settings;
    std::string format;
    std::optional<std::int64_t> leading_dimension; ///< leading dimension of formats stored by columns
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::vector<simulated::Finding> findings;
    std::vector<simulated::Finding> same_values; ///< see simulated::Tracer
    std::int64_t lane_accesses = 0;              ///< see simulated::Tracer
    simt::Printed printed;
    std::vector<simulated::LaunchCounts> launches;   ///< launches of one call, excluding those during binding
    std::vector<std::vector<TracedBlock>> blocks;    ///< one list per launch, in ascending order
    std::int64_t grid_blocks = 0, traced_blocks = 0; ///< number of blocks, and of traced blocks, in all launches
    /// The largest relative difference between two halves of the sample (odd and even strata), in transactions per
    /// block and in mean active lanes. Absent if every block was traced or there is only one stratum.
    std::optional<double> halves_differ;
    simulated::ModelledTime model;
    TracedPreparation preparation; ///< cost of `prepare`, not included in the counts and times above

    double traced_share() const;
    double mean_active_lanes() const; ///< mean number of active lanes over all warp instructions; 0 if there are none
};

/// Runs the kernel once on the simulated GPU under the tracer, counts according to the rules of the card, and models
/// the time. The settings must have been validated (app/operations/trace_kernel.h). Errors: "kernel.machine" if the
/// kernel uses features that the card lacks; "cancelled", within about 0.1 s of a request.
Trace trace_subject(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress = {});

/// Returns the trace with the launches of `prepare` inserted before those of `run`, as if all were part of one call.
Trace with_preparation(Trace trace);

/// Returns the compute capability as a number such as 9.0. If the card does not specify it, returns a recent one.
double capability_of(const simulated::Card& card);
/// Throws Error("kernel.machine") because the card lacks the feature `what`, which was introduced with compute
/// capability `since`.
[[noreturn]] void refuse_card(Operation operation, const TraceSettings& settings, const std::string& what,
                              const char* since);

} // namespace warploom::app
