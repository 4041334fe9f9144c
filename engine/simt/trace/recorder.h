#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

// The interface between the interpreter and recorders, such as a tracer that counts and models memory transactions.

namespace warploom::simulated {
struct CardLimits;
}

namespace warploom::simt {

class Findings;
class InstructionObserver;
class SiteTable;

/// The order in which blocks and warps execute their steps. Applies to launches with atomic operations or waiting
/// threads; all other launches use `ascending`. If threads wait, blocks are always started in ascending order.
enum class BlockSchedule : std::uint8_t {
    ascending,
    descending,  ///< blocks in descending order, and warps of each block in descending order
    random,      ///< several blocks at a time, in random order; in each step, a random subset of their warps advances
    interleaved, ///< several blocks at a time; warps are preempted after every memory operation
};

/// The enabled checks, like memcheck, racecheck, initcheck and synccheck of compute-sanitizer. Endless loops, integer
/// overflows, and failed assertions are always reported.
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

/// The rules for recording launches.
struct RecordingRules {
    Checks checks;
    InstructionObserver* instructions = nullptr; ///< observer of every instruction; may be null
    /// Whether blocks that are not traced are executed. If not, results are invalid, and counts are correct only if
    /// addresses do not depend on values that other blocks write, but even a grid with 10^13 operations is traced
    /// quickly.
    bool runs_untraced = true;
    /// Iteration limit above which a warp in a launch with many blocks is considered endless; 0: the limit depends on
    /// the array sizes.
    std::int64_t most_turns = 0;
    /// Iteration limit per warp derived from the input size; 0: no limit.
    std::int64_t turns_for_input = 0;
    /// Maximum number of threads in all launches of a call; 0: default of the interpreter.
    std::int64_t most_threads = 0;
    std::int64_t most_scratch_bytes = 0;               ///< maximum total size of a call's scratch arrays; 0: default
    BlockSchedule schedule = BlockSchedule::ascending; ///< order of execution of launches that are traced completely
    /// Whether writes of the same value to an element are distinguished from races. All blocks then run on one host
    /// thread.
    bool compares_values = false;
    int host_threads = 0; ///< number of host threads; 0: one per processor core
    /// Whether the lanes of a warp may diverge while nothing synchronizes them (independent thread scheduling, compute
    /// capability 7.0 and later).
    bool lanes_drift = true;
};

/// A block of a traced launch, which is executed step by step.
class SteppedBlock {
public:
    virtual ~SteppedBlock() = default;
    /// Starts a block. `seed` determines the order of warps; 0: ascending.
    virtual void begin(std::int64_t block, std::uint64_t seed) = 0;
    /// Sets the order in which warps execute.
    virtual void set_schedule(BlockSchedule) {}
    /// Executes one step of each warp that can proceed. Returns false when the block has ended.
    virtual bool advance(StepSink& sink) = 0;
    virtual std::int64_t number() const = 0;
    virtual int warps() const = 0;
    /// Returns the number of lane accesses of all blocks that this object has executed.
    virtual std::int64_t lane_accesses() const = 0;
};

/// The properties that all blocks of a launch share.
struct RecordedLaunch {
    const char* kernel = "";
    int block_size = 0;
    std::function<std::unique_ptr<SteppedBlock>(SiteTable&, Findings&)> make_block;
    int turns_ahead = 1;      ///< number of loop iterations that nvcc overlaps (see simulated::CountingSink)
    int registers = 0;        ///< registers per thread, from __maxnreg__; 0: not specified
    bool waits = false;       ///< whether blocks wait for other blocks; they then run in ascending order, traced or not
    bool has_waits = false;   ///< whether threads wait for values (see simulated::LaunchInfo::waits)
    bool is_in_order = false; ///< whether blocks run one after another because their results depend on the order
};

/// Executes blocks `first` to `last` - 1 without recording them.
using RunBlocks = std::function<void(std::int64_t first, std::int64_t last)>;

/// Receives every launch of a call, and decides which of its blocks to execute step by step.
class Recorder {
public:
    virtual ~Recorder() = default;
    virtual const RecordingRules& rules() const = 0;
    /// Returns the limits of the simulated GPU, which rejects launches that exceed them; null if there are none.
    virtual const simulated::CardLimits* limits() const = 0;
    /// Returns the arrays and sites of the call.
    virtual SiteTable& table() = 0;
    /// Starts a call of `run`, which resets the launch count.
    virtual void begin_call() = 0;
    /// Starts the launches of `prepare`. Returns whether they are recorded; otherwise they are only executed.
    virtual bool begin_preparation() = 0;
    virtual void end_preparation() = 0;
    /// Executes the recorded blocks of a launch, and passes the ranges of all other blocks to `untraced`. Returns
    /// whether all blocks were recorded. Errors: all errors of a kernel, "trace.sites", and "trace.blocks" if the
    /// launch is too large to be recorded completely.
    virtual bool record(const RecordedLaunch& launch, std::int64_t blocks, const RunBlocks& untraced) = 0;
    /// Adds findings from blocks that are not recorded, or from the end of a launch. Thread-safe.
    virtual void add(const Findings& found) = 0;
    /// Adds writes of the same value by several threads, which are not races.
    virtual void add_same_values(const Findings& found) = 0;
};

/// Returns a random permutation of 0 to n - 1, which depends only on the seed.
std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed);

} // namespace warploom::simt
