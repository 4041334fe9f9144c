#pragma once

#include "engine/simulated/card_limits.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::simulated {

/// The order in which blocks and warps execute their steps, for launches with atomic operations or waiting threads. All
/// other launches run as `ascending`. If threads wait, blocks always start in ascending order.
enum class BlockSchedule : std::uint8_t {
    ascending,
    descending,  ///< blocks in descending order, and the warps of each block in descending order
    random,      ///< several blocks at a time in random order; in each step, a random subset of their warps advances
    interleaved, ///< several blocks at a time; each warp is preempted after every memory operation
};

/// Selects the blocks to trace, and determines how they share the multiprocessors.
struct TraceOptions {
    int multiprocessors = 1;                            ///< block b runs on multiprocessor b modulo this number
    std::function<int(int block_size)> resident_blocks; ///< number of resident blocks per multiprocessor; if empty, one
    /// maximum number of blocks to trace per launch, which are a stratified sample; 0 for all
    std::int64_t sample_blocks = 0;
    /// Returns the number of blocks to trace when the size of a launch is known. Overrides sample_blocks.
    std::function<std::int64_t(std::int64_t blocks, int block_size)> sample_of_launch;
    /// For calls whose launches read the output of earlier ones. The number of runs of consecutive blocks in the
    /// sample, which are at the same relative positions and have the same share of every grid. Otherwise, cache lines
    /// of untraced blocks would appear to be in memory. If 0, each launch is sampled independently.
    int places = 0;
    std::optional<std::int64_t> only_block; ///< traces only this block, in each launch that has it
    /// Returns the blocks of a launch to trace, in ascending order. Overrides all options above.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch;
    /// Whether blocks that are not traced also run. If not, results are invalid, and counts are correct only if
    /// addresses do not depend on values written by other blocks; but even a grid with 10^13 operations costs nothing.
    bool runs_untraced = true;
    /// The number of loop iterations after which a warp is assumed to run forever, in a launch with many blocks. If 0,
    /// the limit depends on the sizes of the arrays.
    std::int64_t most_turns = 0;
    /// The limit for the loop iterations of a warp that follows from the size of the input; 0 for no limit.
    std::int64_t turns_for_input = 0;
    /// The limit for the total number of threads in all launches of a call; 0 for the default of the interpreter.
    std::int64_t most_threads = 0;
    std::int64_t most_scratch_bytes = 0; ///< maximum total size of the scratch arrays of a call; 0: the default
    /// Seed for a random order of warps and blocks; 0 for ascending order.
    std::uint64_t lane_order_seed = 0;
    BlockSchedule schedule = BlockSchedule::ascending; ///< for launches that are traced completely
    /// Whether writes of the same value to an element are distinguished from races; otherwise, they are reported as
    /// races. If set, all blocks run on one host thread.
    bool compares_values = false;
    int host_threads = 0; ///< 0 for all cores of the machine
    /// Whether the lanes of a warp may diverge while nothing synchronizes them (independent thread scheduling, compute
    /// capability 7.0 and later).
    bool lanes_drift = true;
    /// The limits of the card, which rejects launches that exceed them. If absent, there are no limits.
    std::optional<CardLimits> limits;
};

/// Returns the blocks of a stratified sample in ascending order. The grid is divided into strata of equal size, and
/// each contributes a run of consecutive blocks, so that data shared by neighbors is taken into account. Returns all
/// blocks if `wanted` is large enough.
std::vector<std::int64_t> sample_of_blocks(std::int64_t blocks, std::int64_t wanted);
/// Returns a fraction `share` of a grid as runs of consecutive blocks at `places` positions, which are the same
/// relative positions for grids of any size. In ascending order; at least one block.
std::vector<std::int64_t> blocks_at_places(std::int64_t blocks, double share, int places);

/// Traces a kernel. The interpreter (engine/simt) passes every launch to the tracer, which runs the traced blocks step
/// by step and sends their steps to a sink. Blocks that are not traced run as usual, so that results are always
/// complete (unless `runs_untraced` is off).
class Tracer {
public:
    Tracer(TraceOptions options, TraceSink& sink);
    ~Tracer();

    const std::vector<TracedArray>& arrays() const; ///< grows while the kernel is running
    const std::vector<Site>& sites() const;         ///< likewise
    const std::vector<Finding>& findings() const;   ///< sorted by file, line and kind; valid after the call
    /// With compares_values, the threads that wrote the same value, reported like races. Valid after the call.
    const std::vector<Finding>& same_values() const;
    std::int64_t lane_accesses() const; ///< recorded so far
    double traced_share() const;        ///< traced blocks / all blocks, over all launches so far

    struct Impl;
    Impl& impl() { return *impl_; } ///< for the interpreter

private:
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
