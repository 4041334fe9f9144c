#pragma once

#include "engine/enum_words.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// What the interpreter reports about a run, independent of the GPU model: arrays, source locations, warp instructions,
// findings.

namespace warploom::simt {

constexpr int warp_size = 32;

enum class Access : std::uint8_t { load, store, atomic, shuffle, ballot, warp_barrier, barrier };
enum class Space : std::uint8_t { global, shared, none }; ///< no array: shuffles, ballots and barriers
constexpr auto words_of(Access) {
    return std::array{"load", "store", "atomic", "shuffle", "ballot", "warp_barrier", "barrier"};
}
constexpr auto words_of(Space) { return std::array{"global", "shared", "none"}; }
using warploom::to_string;

/// An array that the kernel reads or writes. Global arrays are aligned to 256 bytes and placed one after another in the
/// order in which they are registered. The base of a shared array is its offset in the block's shared memory.
struct TracedArray {
    std::string name; ///< name such as `row_pointer`, `column`, `value`, `x` or `y`
    Space space = Space::global;
    int element_bytes = 0;
    std::int64_t size = 0;  ///< number of elements
    std::uint64_t base = 0; ///< address of the first element
};

/// A source location that accesses one array in one way, like a load instruction in compiled code. Sites are numbered
/// in order of execution. For display, sort them by `position`: source order, with the lines of a helper function at
/// its call.
struct Site {
    Access access = Access::load;
    Space space = Space::none;
    int array = -1;   ///< index of the array in the trace; -1 for shuffles, ballots and barriers
    std::string file; ///< "kernels/spmv/csr_scalar.cu"
    int line = 0;     ///< line number in `file`
    /// Location of the outermost call; equal to file and line if the site is in the kernel itself.
    std::string kernel_file;
    int kernel_line = 0;
    std::uint64_t position = 0;
    int element_bytes = 0;
    bool is_gather = false; ///< whether the address depends on previously loaded data: x[column[k]]
};

/// A warp instruction: the lanes that execute the same operation at the same location at the same time.
struct WarpInstruction {
    int site = 0;
    std::uint32_t active = 0;  ///< bit l is set if lane l is active
    std::uint32_t waiting = 0; ///< lanes that are neither active nor have exited
    /// Array element, or source lane of a shuffle; valid only for active lanes.
    std::array<std::int64_t, warp_size> index{};
    std::uint32_t flops = 0;             ///< floating-point operations of the active lanes since their last step
    std::uint32_t flop_instructions = 0; ///< maximum number of such operations in any of these lanes
};

/// An error in a kernel that the simulated GPU detected.
struct Finding {
    enum class Kind {
        divergent_meeting, ///< a barrier or shuffle that some lanes never reach
        unwritten_shared,  ///< a read of shared memory that no thread has written
        out_of_bounds,     ///< an index out of bounds; the access was not performed (a load returned 0)
        shared_race,       ///< unordered accesses of two threads to shared memory, at least one of them a write
        /// Accesses of two lanes of a warp to shared memory, at least one of them a write, without __syncwarp() in
        /// between.
        missing_syncwarp,
        absent_lane,      ///< a shuffle from an inactive lane
        absent_mask,      ///< a warp-level mask that includes lanes that do not participate, or excludes lanes that do
        endless_loop,     ///< a loop with so many iterations that it is considered endless
        integer_overflow, ///< a number (often an index) that overflows 32 bits
        failed_assertion,
        global_race,      ///< unordered accesses of threads, often of different blocks, to an element of global memory
        input_write,      ///< a write to a read-only array, which was not performed
        unwritten_global, ///< a read of an element of a result or scratch array that has not been written
        unset_value       ///< an uninitialized variable affects a branch, an address, or memory
    };
    Kind kind = Kind::out_of_bounds;
    std::string sentence; ///< complete message with kernel, line, block and lanes
    std::string file;
    int line = 0;
    std::int64_t block = 0;
    std::uint32_t lanes = 0; ///< affected lanes of `warp`
    int warp = 0;
    std::int64_t times = 1; ///< number of times that the error occurred at this line
    std::string variable;   ///< variable (for unset_value only)
};
constexpr auto words_of(Finding::Kind) {
    return std::array{"divergent-meeting", "unwritten-shared", "out-of-bounds", "shared-race",
                      "missing-syncwarp",  "absent-lane",      "absent-mask",   "endless-loop",
                      "integer-overflow",  "failed-assertion", "global-race",   "input-write",
                      "unwritten-global",  "unset-value"};
}

/// Receives the steps of the warps of a multiprocessor in order of execution. Called from one host thread.
class StepSink {
public:
    virtual ~StepSink() = default;
    virtual void begin_block(std::int64_t block, int warps) = 0;
    virtual void step(std::int64_t block, int warp, const WarpInstruction& step) = 0;
    virtual void end_block(std::int64_t block) = 0;
};

} // namespace warploom::simt
