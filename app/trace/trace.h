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

/// A traced call, and the card whose rules determine the counters.
struct Trace;

struct TraceSettings : KernelSettings {
    static constexpr std::int64_t by_size = 0;     ///< trace all blocks, or a sample if the matrix is large
    static constexpr std::int64_t all_blocks = -1; ///< trace all blocks, no matter how long it takes

    /// Maximum number of blocks to trace per launch; may also be `by_size` or `all_blocks`.
    std::int64_t sample = by_size;
    /// Limit for `by_size`: all blocks are traced if the number of stored values in the format and eight times the
    /// number of threads are at most this value.
    std::int64_t slots_traced_whole = 20'000'000;
    /// Function that returns the blocks to trace in a launch. Takes precedence over `sample`. May be empty.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch = {};
    /// Whether to run the blocks that are not traced; if false, the computed result is invalid.
    bool runs_untraced = true;
    /// Maximum loop iterations per warp in launches with many blocks; 0 for a limit based on the array sizes.
    std::int64_t most_turns = 0;
    std::int64_t turns_for_input = 0;    ///< maximum loop iterations per warp, based on the input size; 0 for no limit
    std::int64_t most_threads = 0;       ///< maximum number of threads in all launches of a call; 0 for the default
    std::int64_t most_scratch_bytes = 0; ///< maximum total size of scratch arrays in bytes; 0 for the default
    bool counts = true; ///< if false, the trace contains only results and findings, without launches, blocks or times
    CacheState cache = CacheState::cold;
    bool with_start = true;            ///< whether the modeled time includes work done once at the start of a call
    bool with_transfers = false;       ///< whether the modeled time includes copies of the input and result
    std::uint64_t lane_order_seed = 0; ///< seed for a random order of warps and blocks; 0 for ascending order
    /// Whether to report a race separately if all conflicting writes store the same value. If a race is found, the
    /// trace is repeated with this option enabled.
    bool compares_values = false;
    simulated::BlockSchedule schedule = simulated::BlockSchedule::ascending;
};

/// Data about a traced block that is not part of the launch's counters.
struct TracedBlock {
    std::int64_t block = 0;
    /// Range of result rows that the block wrote; -1 if it wrote none or if they are not contiguous.
    std::int64_t first_row = -1, last_row = -1;
    std::int64_t steps = 0, lanes = 0; ///< number of warp instructions, and sum of their active lanes
};

/// The work of a kernel's `prepare` function, which runs once per matrix. There are no launches if the function does
/// not exist or launches no kernels.
struct TracedPreparation {
    std::vector<simulated::LaunchCounts> launches;
    std::vector<std::vector<TracedBlock>> blocks; ///< traced blocks of each launch, by ascending block index
    std::int64_t grid_blocks = 0, traced_blocks = 0;
    simulated::ModelledTime model;
};

struct Trace {
    Operation operation = Operation::spmv;
    TraceSettings settings;
    std::string format;
    std::optional<std::int64_t> leading_dimension; ///< leading dimension of a format with column-major storage
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::vector<simulated::Finding> findings;
    std::vector<simulated::Finding> same_values; ///< cases in which several threads wrote the same value to an element
    std::int64_t lane_accesses = 0;              ///< number of recorded accesses, counted once per lane
    simt::Printed printed;
    /// Launches during the call, not including those made during binding.
    std::vector<simulated::LaunchCounts> launches;
    std::vector<std::vector<TracedBlock>> blocks; ///< traced blocks of each launch, by ascending block index
    /// Total number of blocks in all launches, and number of traced blocks.
    std::int64_t grid_blocks = 0, traced_blocks = 0;
    /// Largest relative difference between the two halves of the sample, in transactions per block or in mean active
    /// lanes. The strata of the sample are assigned alternately to the two halves. Not set if all blocks were traced or
    /// if there is only one stratum.
    std::optional<double> halves_differ;
    simulated::ModelledTime model;
    TracedPreparation preparation; ///< cost of `prepare`, which the counters and times of the call do not include

    double traced_share() const;
    /// Returns the mean number of active lanes across all warp instructions, or 0 if there are none.
    double mean_active_lanes() const;
};

/// Runs the kernel once on the simulated GPU under a tracer, computes counters according to the rules of the card, and
/// models the time. The settings must have been validated (app/operations/trace_kernel.h). Errors: "kernel.machine" if
/// the kernel uses features that the card lacks; "cancelled", thrown within about 0.1 s after cancellation.
Trace trace_subject(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress = {});

/// Returns a copy of the trace in which the launches of `prepare` precede the launches of `run`, as if all were part of
/// one call.
Trace with_preparation(Trace trace);

/// Returns the compute capability of a card as a number, such as 9.0. If it is not specified, returns the compute
/// capability of a recent card.
double capability_of(const simulated::Card& card);
/// Throws Error("kernel.machine"). The message states that the card lacks the feature `what`, which requires compute
/// capability `since`.
[[noreturn]] void refuse_card(Operation operation, const TraceSettings& settings, const std::string& what,
                              const char* since);

} // namespace warploom::app
