#pragma once

#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/profiler.h"
#include "engine/protocol/messages/words.h"
#include "engine/simulated/counts.h"
#include "engine/simulated/model.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

// A trace of a kernel: counts of its memory transactions and instructions, and its modeled time on the simulated GPU.
// Times are in ns.

namespace warploom::protocol {

/// The terms of the time model, in ns. The fields are listed by simulated::model_terms().
struct Terms : simulated::ModelTerms {
    static const Fields<Terms>& fields();
};

struct Counts : simulated::SiteCounts {
    static const Fields<Counts>& fields();
    double mean_active_lanes() const; ///< returns the mean over all warp instructions; 0 if there are none
};

/// Counts for the accesses to one array at one source location.
struct TraceAccess : Counts {
    std::string array; ///< name of the array; empty for a shuffle, ballot or barrier
    simulated::Access kind = simulated::Access::load;
    simulated::Space space = simulated::Space::none;
    std::string file;
    /// Line of the access in `file`. kernel_line is the corresponding line in the kernel itself: the access, or the
    /// call that leads to it.
    int line = 0, kernel_line = 0;
    int launch = 0;
    static const Fields<TraceAccess>& fields();
};

template <> struct Value<simulated::ScheduledBlock> {
    static std::string kind() { return "[block, multiprocessor, start, end]"; }
    static Json write(const simulated::ScheduledBlock& block);
    static void read(simulated::ScheduledBlock& block, const Reader& in, const Rule&);
};

struct TraceLaunch {
    std::string kernel;
    std::int64_t blocks = 0;
    int block_size = 0;
    std::int64_t shared_bytes = 0;
    double ns = 0;
    std::string binding; ///< key of the largest term of the time model
    Terms terms;
    double occupancy = 0;
    int resident_blocks = 0;
    std::string limited_by;
    std::int64_t schedule_every = 1;
    std::vector<simulated::ScheduledBlock> schedule;
    static const Fields<TraceLaunch>& fields();
};

/// A traced block. `first_row` and `last_row` are the result rows that it writes, or -1 if it writes none or they are
/// not contiguous.
struct TraceBlock {
    int launch = 0;
    std::int64_t block = 0;
    double ns = 0; ///< modeled time of the block in ns; NaN if the schedule does not contain it
    double transactions = 0, dram_bytes = 0, warp_instructions = 0;
    std::int64_t first_row = -1, last_row = -1;
    static const Fields<TraceBlock>& fields();

    bool has_rows() const { return first_row >= 0 && last_row >= first_row; }
};

struct TracePreparation {
    std::int64_t launches = 0, transactions = 0, bytes = 0, steps = 0;
    double modelled_ns = 0;
    static const Fields<TracePreparation>& fields();
};

struct TraceFinding : simulated::Finding {
    static const Fields<TraceFinding>& fields();
};

struct TraceSample {
    std::int64_t blocks = 0, traced = 0;
    /// Relative difference between the times modeled from the two halves of the traced blocks.
    std::optional<double> halves_differ;
    static const Fields<TraceSample>& fields();
};

struct Roofline {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double flops = none, dram_bytes = none, intensity = none, gflops = none;
    double peak_gflops = none, peak_gbytes_per_s = none;
    static const Fields<Roofline>& fields();
};

struct Trace {
    std::string operation = "spmv";
    Input matrix;
    std::string kernel, format;
    CardInUse card;
    Precision precision = Precision::float64;
    int block = 0;
    CacheState cache = CacheState::cold;
    bool transfers = false;
    std::uint64_t lane_order_seed = 0;
    std::optional<std::int64_t> leading_dimension;
    double traced_share = 1;
    TraceSample sample;
    std::vector<TraceAccess> accesses;
    std::vector<ProfilerCount> counters; ///< counts that Nsight Compute also reports, per launch
    double mean_active_lanes = 0;
    std::int64_t divergent_steps = 0, bank_conflicts = 0, flops = 0, barriers = 0;
    double modelled_ns = 0;
    std::string binding;
    Terms terms; ///< terms of the time model, summed over all launches
    Roofline roofline;
    std::vector<TraceLaunch> launches;
    /// The cost of the `prepare` function, which is not included in the counts and times above. Not set if `prepare`
    /// does not launch a kernel.
    std::optional<TracePreparation> prepare;
    std::int64_t blocks_every = 1;
    std::vector<TraceBlock> blocks;
    std::vector<TraceFinding> findings;
    std::string printed; ///< output of printf
    std::int64_t not_printed = 0;
    std::vector<Array> arrays;
    static const Fields<Trace>& fields();

    bool is_sampled() const { return traced_share < 1; }
};

/// Returns the kernel launch with the longest modeled time, or null if there are no launches.
const TraceLaunch* longest_launch(const Trace& trace);

/// A block that is still running when most other blocks have finished. The duration of the launch therefore depends on
/// it.
struct SlowBlock {
    int launch = 0;
    /// Index of the block, and the range of rows that it writes. The rows are -1 if the block was not traced or wrote
    /// none.
    std::int64_t block = 0, first_row = -1, last_row = -1;
    double times_typical = 0; ///< time of this block divided by the median time of all blocks
    double waiting_share = 0; ///< fraction of the launch time that remains after 90 % of the blocks have finished
    bool has_rows() const { return first_row >= 0 && last_row >= first_row; }
};
/// Returns the slowest block of the longest launch if at most 10 % of the blocks are still running during at least half
/// of the launch. Otherwise, returns std::nullopt.
std::optional<SlowBlock> slow_block_of(const Trace& trace);

/// Parses a `trace` document. Errors: "trace.malformed" with the name of the field.
Trace read_trace(const Json& json);

} // namespace warploom::protocol
