#pragma once

#include "engine/enum_words.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// The trace of a kernel, independent of any card: arrays, source locations, steps of warps, findings.

namespace warploom::simulated {

constexpr int warp_size = 32;

enum class Access : std::uint8_t { load, store, atomic, shuffle, ballot, warp_barrier, barrier };
enum class Space : std::uint8_t { global, shared, none }; ///< none: shuffles, ballots, barriers
constexpr auto words_of(Access) {
    return std::array{"load", "store", "atomic", "shuffle", "ballot", "warp_barrier", "barrier"};
}
constexpr auto words_of(Space) { return std::array{"global", "shared", "none"}; }
using warploom::to_string;

/// An array that the kernel reads or writes. Arrays in global memory start on 256-byte boundaries, one after another in
/// the order in which they were named; a shared array starts at its place within the block's shared memory.
struct TracedArray {
    std::string name; ///< `row_pointer`, `column`, `value`, `x`, `y`, ...
    Space space = Space::global;
    int element_bytes = 0;
    std::int64_t size = 0;  ///< elements
    std::uint64_t base = 0; ///< address of element 0
};

/// A source location that accesses one array in one way, like a load instruction in compiled code. Sites are numbered
/// in the order of execution; for display, sort them by `position`, which is the order in the source, with the lines of
/// a helper function at its call.
struct Site {
    Access access = Access::load;
    Space space = Space::none;
    int array = -1;          ///< number of the array; -1 for shuffles, ballots, barriers
    std::string file;        ///< "kernels/spmv/csr_scalar.cu"
    int line = 0;            ///< in that file
    std::string kernel_file; ///< location of the outermost call; in the kernel itself, the same as file and line
    int kernel_line = 0;
    std::uint64_t position = 0;
    int element_bytes = 0;
    bool is_gather = false; ///< the address depends on data that was loaded before: x[column[k]]
};

/// One warp instruction: the lanes that do the same thing at the same place at the same time.
struct WarpInstruction {
    int site = 0;
    std::uint32_t active = 0;                    ///< bit l: lane l takes part
    std::uint32_t waiting = 0;                   ///< lanes that are neither active nor done
    std::array<std::int64_t, warp_size> index{}; ///< element (source lane for a shuffle); of active lanes only
    std::uint32_t flops = 0; ///< floating-point operations of the active lanes since their last step, together
    std::uint32_t flop_instructions = 0; ///< the same of the busiest of them
};

/// A mistake in a kernel that the simulated GPU has found.
struct Finding {
    enum class Kind {
        divergent_meeting, ///< a barrier or shuffle that some lanes never reach
        unwritten_shared,  ///< a read of shared memory that no thread wrote
        out_of_bounds,     ///< an index outside of its array; the access did not happen (a load gave 0)
        shared_race,       ///< two threads, one of them writing, no barrier between
        missing_syncwarp,  ///< lanes of one warp, one of them writing, without a warp barrier between
        absent_lane,       ///< a shuffle from a lane that does not take part
        absent_mask,       ///< the mask of a warp operation names lanes that do not come, or not those that do
        endless_loop,      ///< a loop that turned so often that it will not end
        integer_overflow,  ///< a number, often an index, that 32 bits cannot hold
        failed_assertion,
        global_race, ///< threads of different blocks, or without a barrier between, at one element of global memory
        input_write, ///< a write to an array that may only be read; it did not happen
        unwritten_global, ///< a read of a result or scratch array where nothing was written yet
        unset_value       ///< a variable decides something before it has a value
    };
    Kind kind = Kind::out_of_bounds;
    std::string sentence; ///< whole, with kernel, line, block and lanes
    std::string file;
    int line = 0;
    std::int64_t block = 0;
    std::uint32_t lanes = 0; ///< of `warp`
    int warp = 0;
    std::int64_t times = 1; ///< how often, at this line
    std::string variable;   ///< of unset_value
};
constexpr auto words_of(Finding::Kind) {
    return std::array{"divergent-meeting", "unwritten-shared", "out-of-bounds", "shared-race",
                      "missing-syncwarp",  "absent-lane",      "absent-mask",   "endless-loop",
                      "integer-overflow",  "failed-assertion", "global-race",   "input-write",
                      "unwritten-global",  "unset-value"};
}

/// Receives the steps of the warps of one multiprocessor in order of execution. Called from one host thread.
class StepSink {
public:
    virtual ~StepSink() = default;
    virtual void begin_block(std::int64_t block, int warps) = 0;
    virtual void step(std::int64_t block, int warp, const WarpInstruction& step) = 0;
    virtual void end_block(std::int64_t block) = 0;
};

/// One launch of a kernel that is about to be traced.
struct LaunchInfo {
    int number = 0; ///< 0, 1, ... within the traced call
    std::string kernel;
    std::int64_t blocks = 0; ///< of the grid
    int block_size = 0;
    int turns_ahead = 1; ///< turns of its loop that a compiler lays side by side, see CountingSink
    bool waits = false;  ///< threads wait for values of others; in a trace these values are available immediately
    int registers = 0;   ///< per thread, from __maxnreg__; 0: unspecified
};

/// Receives a whole traced call, one launch after another. Arrays and sites grow during the call; a sink may keep the
/// references and look up the ids in a step.
class TraceSink {
public:
    virtual ~TraceSink() = default;
    virtual void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>& traced_blocks) = 0;
    /// Called for each multiprocessor with traced blocks before any of them runs. The steps of different
    /// multiprocessors then arrive from different host threads concurrently, those of one multiprocessor from a single
    /// thread.
    virtual StepSink& multiprocessor(int number) = 0;
    /// `shared_bytes`: the most that one block used.
    virtual void end_launch(std::int64_t shared_bytes) = 0;
};

} // namespace warploom::simulated
