#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

// The interface between the interpreter and a recorder, such as a tracer that counts and models memory transactions.

namespace warploom::simulated {
struct CardLimits;
}

namespace warploom::simt {

class Findings;
class InstructionObserver;
class SiteTable;

/// The order in which blocks and warps execute. This order applies only to launches that use atomic operations, or in
/// which threads wait for other threads. All other launches use `ascending`. If threads wait, blocks are always started
/// in ascending order.
enum class BlockSchedule : std::uint8_t {
    ascending,
    descending,  ///< blocks in descending order; within a block, warps in descending order
    random,      ///< several blocks at a time in random order; in each step, a random subset of warps advances
    interleaved, ///< several blocks at a time; warps are preempted after every memory operation
};

/// The enabled checks, which correspond to memcheck, racecheck, initcheck and synccheck of compute-sanitizer. Infinite
/// loops, integer overflows, and failed assertions are always reported.
struct Checks {
    bool memory = true, races = true, initialization = true, synchronization = true;

    constexpr bool include(Finding::Kind kind) const {
        switch (kind) {
        case Finding::Kind::out_of_bounds:
        case Finding::Kind::input_write: return memory;
        case Finding::Kind::shared_race:
        case Finding::Kind::missing_syncwarp:
        case Finding::Kind::global_race: return races;
        case Finding::Kind::unwritten_shared:
        case Finding::Kind::unwritten_global:
        case Finding::Kind::unset_value: return initialization;
        case Finding::Kind::divergent_meeting:
        case Finding::Kind::absent_lane:
        case Finding::Kind::absent_mask: return synchronization;
        default: return true;
        }
    }
};

/// Determines how launches are recorded.
struct RecordingRules {
    Checks checks;
    InstructionObserver* instructions = nullptr; ///< observer of all instructions; may be null
    /// Whether to execute blocks that are not traced. If false, even a grid with 10^13 operations can be traced
    /// quickly. However, results are then invalid, and counts are correct only if addresses do not depend on values
    /// that other blocks write.
    bool runs_untraced = true;
    /// Maximum number of loop iterations of a warp, for launches with many blocks. If this limit is exceeded, the loop
    /// is considered infinite. If 0, the limit depends on the array sizes.
    std::int64_t most_turns = 0;
    /// Maximum number of loop iterations per warp, based on the size of the input. If 0, there is no such limit.
    std::int64_t turns_for_input = 0;
    /// Maximum number of threads in all launches of a call. If 0, the default of the interpreter is used.
    std::int64_t most_threads = 0;
    std::int64_t most_scratch_bytes = 0;               ///< maximum total size of scratch arrays in a call; 0: default
    BlockSchedule schedule = BlockSchedule::ascending; ///< order in which completely traced launches are executed
    /// Whether to distinguish races from writes of the same value to an element. If set, all blocks run on a single
    /// host thread.
    bool compares_values = false;
    int host_threads = 0; ///< number of host threads; 0: one per processor core
    /// Whether lanes of a warp that are not synchronized may diverge (independent thread scheduling, compute capability
    /// 7.0 and later).
    bool lanes_drift = true;
};

/// A block in a traced launch, which is executed in steps.
class SteppedBlock {
public:
    virtual ~SteppedBlock() = default;
    /// Starts a block. `seed` determines the order of the warps; if it is 0, the order is ascending.
    virtual void begin(std::int64_t block, std::uint64_t seed) = 0;
    /// Sets the order in which warps execute.
    virtual void set_schedule(BlockSchedule) {}
    /// Executes one step of each warp that can continue. Returns false if the block has ended.
    virtual bool advance(StepSink& sink) = 0;
    virtual std::int64_t number() const = 0;
    virtual int warps() const = 0;
    /// Returns the number of accesses in all blocks that this object has executed. Each lane counts separately.
    virtual std::int64_t lane_accesses() const = 0;
};

/// Properties that are the same for all blocks of a launch.
struct RecordedLaunch {
    const char* kernel = "";
    int block_size = 0;
    std::function<std::unique_ptr<SteppedBlock>(SiteTable&, Findings&)> make_block;
    int turns_ahead = 1; ///< number of loop iterations that nvcc overlaps (see simulated::CountingSink)
    int registers = 0;   ///< registers per thread from __maxnreg__; 0: not specified
    bool waits = false;  ///< whether blocks wait for other blocks, so that all blocks run in ascending order
    /// Whether threads wait for other threads to write values (see simulated::LaunchInfo::waits).
    bool has_waits = false;
    bool is_in_order = false; ///< whether blocks run one after another, because their results depend on the order
};

/// Executes blocks `first` to `last` - 1 without recording them.
using RunBlocks = std::function<void(std::int64_t first, std::int64_t last)>;

/// Receives all launches of a call, and selects the blocks to execute step by step.
class Recorder {
public:
    virtual ~Recorder() = default;
    virtual const RecordingRules& rules() const = 0;
    /// Returns the limits of the simulated GPU, or null if there are none. Launches that exceed the limits are
    /// rejected.
    virtual const simulated::CardLimits* limits() const = 0;
    /// Returns the table of arrays and sites of the call.
    virtual SiteTable& table() = 0;
    /// Starts a call of `run`. Resets the launch count.
    virtual void begin_call() = 0;
    /// Starts recording the launches of `prepare`. Returns false if they should only be executed, but not recorded.
    virtual bool begin_preparation() = 0;
    virtual void end_preparation() = 0;
    /// Executes the blocks of a launch that are to be recorded. Passes the ranges of all other blocks to `untraced`.
    /// Returns whether all blocks were recorded. Errors: all errors of a kernel, "trace.sites", and "trace.blocks" if
    /// the launch is too large to be recorded completely.
    virtual bool record(const RecordedLaunch& launch, std::int64_t blocks, const RunBlocks& untraced) = 0;
    /// Adds findings in blocks that are not recorded, and findings that are determined at the end of a launch.
    /// Thread-safe.
    virtual void add(const Findings& found) = 0;
    /// Adds findings for writes of the same value by several threads. These are not races.
    virtual void add_same_values(const Findings& found) = 0;
};

/// Returns a random permutation of 0 to n - 1. The permutation depends only on `seed`.
std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed);

} // namespace warploom::simt
