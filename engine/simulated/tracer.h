#pragma once

#include "engine/simulated/card_limits.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::simulated {

/// The order in which blocks and warps execute their steps, for launches with atomic operations or waiting threads; all
/// other launches run as `ascending`. If threads wait, blocks always start in ascending order.
enum class BlockSchedule : std::uint8_t {
    ascending,
    descending,  ///< blocks in descending order, the warps of each block in descending order
    random,      ///< several blocks at a time in random order; in each step a random subset of their warps advances
    interleaved, ///< several blocks at a time; each warp is preempted after every memory operation
};

/// Selects the traced blocks, and how they share the multiprocessors.
struct TraceOptions {
    int multiprocessors = 1;                            ///< block b runs on multiprocessor b modulo this number
    std::function<int(int block_size)> resident_blocks; ///< resident blocks per multiprocessor; if empty, one
    std::int64_t sample_blocks = 0; ///< maximum number of traced blocks per launch, a stratified sample; 0 for all
    /// Returns the number of traced blocks once the size of a launch is known; overrides sample_blocks.
    std::function<std::int64_t(std::int64_t blocks, int block_size)> sample_of_launch;
    /// For calls whose launches read the output of earlier ones: the number of runs of consecutive blocks in the
    /// sample, at the same relative positions and with the same share of every grid. Otherwise, cache lines of untraced
    /// blocks would seem to be in memory. If 0, each launch is sampled independently.
    int places = 0;
    std::optional<std::int64_t> only_block; ///< traces only this block (of each launch that has it)
    /// Returns the traced blocks of a launch, ascending; overrides all options above.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch;
    /// Whether blocks that are not traced run, too. If not, results are invalid, and counts are correct only if
    /// addresses do not depend on values written by other blocks; but a grid of 10^13 operations costs nothing.
    bool runs_untraced = true;
    /// Number of loop iterations after which a warp in a launch with many blocks is assumed to run forever; 0 for a
    /// limit that depends on the array sizes.
    std::int64_t most_turns = 0;
    /// Limit for the loop iterations of a warp derived from the input size; 0 for none.
    std::int64_t turns_for_input = 0;
    /// Limit for the total threads of all launches of a call; 0 for the default of the interpreter.
    std::int64_t most_threads = 0;
    std::int64_t most_scratch_bytes = 0; ///< maximum total size of the scratch arrays of a call; 0: the default
    /// Seed for a random order of warps and blocks; 0 for ascending order.
    std::uint64_t lane_order_seed = 0;
    BlockSchedule schedule = BlockSchedule::ascending; ///< for launches that are traced completely
    /// Whether writes of the same value to one element are distinguished from races; otherwise they are reported as
    /// races. All blocks then run on one host thread.
    bool compares_values = false;
    int host_threads = 0; ///< 0 for all cores of the machine
    /// Whether the lanes of a warp may diverge if nothing synchronizes them (independent thread scheduling, compute
    /// capability 7.0 and later).
    bool lanes_drift = true;
    /// Limits of the card, which rejects launches that exceed them; if absent, there are no limits.
    std::optional<CardLimits> limits;
};

/// Returns the blocks of a stratified sample: the grid is divided into strata of equal size, and each contributes a run
/// of consecutive blocks, so that data shared by neighbors is accounted for. Ascending; all blocks if `wanted` covers
/// them.
std::vector<std::int64_t> sample_of_blocks(std::int64_t blocks, std::int64_t wanted);
/// Returns a fraction `share` of a grid as runs of consecutive blocks at `places` positions, which are the same
/// relative positions for grids of any size. Ascending; at least one block.
std::vector<std::int64_t> blocks_at_places(std::int64_t blocks, double share, int places);

/// Traces a kernel. The interpreter (engine/simt) passes every launch to it; it runs the traced blocks step by step,
/// and sends their steps to a sink. Blocks that are not traced run as usual, so that the results are always complete
/// (unless `runs_untraced` is off).
class Tracer {
public:
    Tracer(TraceOptions options, TraceSink& sink);
    ~Tracer();

    const std::vector<TracedArray>& arrays() const; ///< grows while the kernel runs
    const std::vector<Site>& sites() const;         ///< likewise
    const std::vector<Finding>& findings() const;   ///< sorted by file, line and kind; valid after the call
    /// With compares_values: threads that wrote the same value, reported like races; valid after the call.
    const std::vector<Finding>& same_values() const;
    std::int64_t lane_accesses() const; ///< recorded so far
    double traced_share() const;        ///< traced blocks / blocks, over all launches so far

    struct Impl;
    Impl& impl() { return *impl_; } ///< for the interpreter

private:
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
