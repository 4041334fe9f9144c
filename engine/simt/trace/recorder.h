#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

// Interface between the interpreter and a recorder, such as a tracer that counts memory transactions.

namespace warploom::simulated {
struct CardLimits;
}

namespace warploom::simt {

class Findings;
class InstructionObserver;
class SiteTable;

/// The execution order of blocks and warps. It affects only launches with atomic operations, or with threads that wait
/// for other threads. All other launches use `ascending`. If threads wait for other threads, blocks always start in
/// ascending order.
enum class BlockSchedule : std::uint8_t {
    ascending,
    descending,  ///< blocks run in descending order, and so do the warps of a block
    random,      ///< several blocks at a time run in random order; a random subset of their warps advances in each step
    interleaved, ///< several blocks run at a time; after every memory operation, the next warp runs
};

/// The enabled checks, named after the tools of compute-sanitizer: memcheck, racecheck, initcheck and synccheck.
/// Infinite loops, integer overflows and failed assertions are always reported.
struct Checks {
    bool memory = true, races = true, initialization = true, synchronization = true;
};

struct RecordingRules {
    Checks checks;
    InstructionObserver* instructions = nullptr; ///< receives every executed instruction; may be null
    /// Whether to execute blocks that are not traced. If they are skipped, even a grid with 10^13 operations can be
    /// traced quickly, but the results of the kernel are invalid. The counts are then correct only if addresses do not
    /// depend on values that other blocks write.
    bool runs_untraced = true;
    /// Maximum number of loop iterations per warp in a launch with many blocks. A loop that exceeds the limit is
    /// considered infinite. If the limit is 0, the array sizes determine it.
    std::int64_t most_turns = 0;
    /// Maximum number of loop iterations per warp, which the caller derives from the size of the input; 0 for no limit.
    std::int64_t turns_for_input = 0;
    /// Maximum number of threads in all launches of a run; 0 for the default of the interpreter.
    std::int64_t most_threads = 0;
    /// Maximum total size of scratch arrays in bytes; 0 for the default.
    std::int64_t most_scratch_bytes = 0;
    /// Order in which blocks and warps of completely traced launches run.
    BlockSchedule schedule = BlockSchedule::ascending;
    /// Whether to report writes of the same value by several threads separately from races. If it is set, all blocks
    /// run on a single host thread.
    bool compares_values = false;
    int host_threads = 0; ///< number of host threads; 0 means one per core
    /// Whether the lanes of a warp may diverge until they are synchronized (independent thread scheduling, compute
    /// capability 7.0 and later).
    bool lanes_drift = true;
};

/// A traced block. The recorder executes it step by step.
class SteppedBlock {
public:
    virtual ~SteppedBlock() = default;
    /// Starts a block. `seed` determines the order of its warps. If it is 0, warps run in ascending order.
    virtual void begin(std::int64_t block, std::uint64_t seed) = 0;
    virtual void set_schedule(BlockSchedule) {}
    /// Executes one step of each warp that can continue. Returns false if the block has ended.
    virtual bool advance(StepSink& sink) = 0;
    virtual std::int64_t number() const = 0;
    virtual int warps() const = 0;
    /// Returns the number of memory accesses in all blocks that this object has executed. Accesses are counted per
    /// lane.
    virtual std::int64_t lane_accesses() const = 0;
};

/// Properties that all blocks of a launch have in common.
struct RecordedLaunch {
    const char* kernel = "";
    int block_size = 0;
    std::function<std::unique_ptr<SteppedBlock>(SiteTable&, Findings&)> make_block;
    /// Number of loop iterations for which nvcc issues the loads together (see simulated::CountingSink).
    int turns_ahead = 1;
    int registers = 0;  ///< registers per thread from __maxnreg__; 0 if unspecified
    bool waits = false; ///< whether blocks wait for other blocks; if so, all blocks run in ascending order
    /// Whether threads wait for writes by other threads (see simulated::LaunchInfo::waits).
    bool has_waits = false;
    /// Whether blocks run one after another, because the result depends on their order.
    bool is_in_order = false;
};

/// A function that executes blocks `first` to `last` - 1 of a launch without recording them.
using RunBlocks = std::function<void(std::int64_t first, std::int64_t last)>;

/// Receives the kernel launches of a run, and selects the blocks that are executed step by step.
class Recorder {
public:
    virtual ~Recorder() = default;
    virtual const RecordingRules& rules() const = 0;
    /// Returns the limits of the simulated GPU, or null if there are none. A launch that exceeds a limit is rejected.
    virtual const simulated::CardLimits* limits() const = 0;
    /// Returns the arrays and access sites of the run.
    virtual SiteTable& table() = 0;
    /// Starts a call to `run`. Resets the number of launches to 0.
    virtual void begin_call() = 0;
    /// Starts the launches of `prepare`. Returns false if they should be executed without being recorded.
    virtual bool begin_preparation() = 0;
    virtual void end_preparation() = 0;
    /// Records some blocks of a launch. Calls `untraced` with the ranges of all other blocks. Returns whether all
    /// blocks were recorded. Errors: all errors of a kernel, "trace.sites", and "trace.blocks" if the launch is too
    /// large to be recorded completely.
    virtual bool record(const RecordedLaunch& launch, std::int64_t blocks, const RunBlocks& untraced) = 0;
    /// Adds findings about blocks that are not recorded, or findings that were determined at the end of a launch.
    /// Thread-safe.
    virtual void add(const Findings& found) = 0;
    /// Adds findings about several threads that write the same value to an element. Such writes are not races.
    virtual void add_same_values(const Findings& found) = 0;
};

/// Returns a random permutation of 0 to n - 1 that depends only on `n` and `seed`.
std::vector<std::int64_t> random_order(std::int64_t n, std::uint64_t seed);

} // namespace warploom::simt
