#pragma once

#include "engine/simulated/card_limits.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::simulated {

/// The order in which blocks and warps make their steps, where a launch has atomic operations or threads that wait for
/// others; all other launches are run as `ascending`. Where threads wait, blocks begin in ascending order, whatever is
/// chosen.
enum class BlockSchedule : std::uint8_t {
    ascending,
    descending,  ///< one block after another from the last one on, in each of them one warp after another
    random,      ///< some blocks at a time, in random order; a random subset of their warps advances
    interleaved, ///< some blocks at a time, each warp is preempted after every memory operation
};

/// Which blocks are traced, and how they share the multiprocessors.
struct TraceOptions {
    int multiprocessors = 1;                            ///< block b runs on multiprocessor b modulo this
    std::function<int(int block_size)> resident_blocks; ///< how many of its blocks run at a time; empty: one
    std::int64_t sample_blocks = 0; ///< at most so many blocks of each launch, a stratified sample; 0: all
    /// The same, chosen when the size of a launch is known; goes before sample_blocks.
    std::function<std::int64_t(std::int64_t blocks, int block_size)> sample_of_launch;
    /// For calls whose launches read the output of earlier ones: the number of runs of consecutive blocks in the
    /// sample, at the same relative positions and with the same share of every grid. Otherwise, cache lines of untraced
    /// blocks would seem to be in memory. 0: each launch is sampled independently.
    int places = 0;
    std::optional<std::int64_t> only_block; ///< just this one (of each launch that has it)
    /// Names the traced blocks of a launch, ascending; goes before all of the above.
    std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)> blocks_of_launch;
    /// Whether the blocks that are not traced run too. Without them the numbers are of no use, and counts are right
    /// only where addresses do not depend on numbers that other blocks write; but a grid of 10^13 operations costs
    /// nothing.
    bool runs_untraced = true;
    /// After so many turns of its loops a warp of a launch with many blocks never ends; 0: as arrays of this size may
    /// ask for.
    std::int64_t most_turns = 0;
    std::int64_t turns_for_input = 0; ///< Bound of the turns of a warp that the size of the input allows; 0: none.
    /// Limit on the threads of all launches of a call; 0: the default of the interpreter.
    std::int64_t most_threads = 0;
    /// 0: warps and blocks run in ascending order; else in a random order that the seed decides.
    std::uint64_t lane_order_seed = 0;
    BlockSchedule schedule = BlockSchedule::ascending; ///< of launches that are traced whole
    /// Whether writes of the same value to one location are distinguished from races; otherwise they are reported as
    /// races. All blocks then run on one host thread.
    bool compares_values = false;
    int host_threads = 0; ///< 0: as many as the machine has
    /// Whether the lanes of a warp may drift apart where nothing keeps them together: since compute capability 7.0.
    bool lanes_drift = true;
    std::optional<CardLimits> limits; ///< limits of the card, which refuses launches that exceed them; none: no limits
};

/// Returns the blocks of a stratified sample: the grid is divided into strata of equal size, and each contributes a run
/// of consecutive blocks, so that data shared by neighbors is accounted for. Ascending; all blocks if `wanted` covers
/// them.
std::vector<std::int64_t> sample_of_blocks(std::int64_t blocks, std::int64_t wanted);
/// `share` of a grid as runs of neighbors at so many `places`; of grids of any size, these are the same parts.
/// Ascending, and one block at the least.
std::vector<std::int64_t> blocks_at_places(std::int64_t blocks, double share, int places);

/// Watches a kernel. The machine that carries it out (engine/simt) hands it every launch; it runs the traced blocks
/// step by step, and gives their steps to a sink. Blocks that are not traced run as usual, so that the numbers always
/// come from the whole grid (unless `runs_untraced` is off).
class Tracer {
public:
    Tracer(TraceOptions options, TraceSink& sink);
    ~Tracer();

    const std::vector<TracedArray>& arrays() const; ///< grow while the kernel runs
    const std::vector<Site>& sites() const;         ///< likewise
    const std::vector<Finding>& findings() const;   ///< by file, line and kind; valid after the call
    /// With compares_values: where threads wrote the same value, as races would be reported; valid after the call.
    const std::vector<Finding>& same_values() const;
    std::int64_t lane_accesses() const; ///< recorded so far
    double traced_share() const;        ///< traced blocks / blocks, over all launches so far

    struct Impl;
    Impl& impl() { return *impl_; } ///< for that machine

private:
    std::unique_ptr<Impl> impl_;
};

} // namespace warploom::simulated
