#pragma once

#include "engine/enum_words.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// The events that the interpreter reports during a run, which do not depend on the GPU model: arrays, access sites,
// warp instructions, and findings.

namespace warploom::simt {

constexpr int warp_size = 32;

enum class Access : std::uint8_t { load, store, atomic, shuffle, ballot, warp_barrier, barrier };
/// Memory space of an access; none: shuffles, ballots, and barriers.
enum class Space : std::uint8_t { global, shared, none };
constexpr auto words_of(Access) {
    return std::array{"load", "store", "atomic", "shuffle", "ballot", "warp_barrier", "barrier"};
}
constexpr auto words_of(Space) { return std::array{"global", "shared", "none"}; }
using warploom::to_string;

/// An array that a kernel reads or writes. Global arrays are aligned to 256 bytes and are arranged in memory in order
/// of registration. The base address of a shared array is its offset in the shared memory of the block.
struct TracedArray {
    std::string name; ///< name of the array, such as `row_pointer`, `column`, `value`, `x`, or `y`
    Space space = Space::global;
    int element_bytes = 0;
    std::int64_t size = 0;  ///< number of elements of the array
    std::uint64_t base = 0; ///< address of the array's first element
};

/// A source location that accesses an array, like a load instruction in compiled code. Sites are numbered in order of
/// execution. For display, sites should be sorted by `position`, which is their order in the source code. Lines of a
/// called function are sorted by the location of the call.
struct Site {
    Access access = Access::load;
    Space space = Space::none;
    int array = -1;   ///< number of the array; -1 for shuffles, ballots, and barriers
    std::string file; ///< path of the source file, such as "kernels/spmv/csr_scalar.cu"
    int line = 0;     ///< 1-based line number in the source file
    /// Location of the outermost call in the kernel. Same as `file` and `line` if the access is in the kernel itself.
    std::string kernel_file;
    int kernel_line = 0;
    std::uint64_t position = 0;
    int element_bytes = 0;
    bool is_gather = false; ///< whether the index of the access is a loaded value, as in x[column[k]]
};

/// An instruction of a warp: a set of lanes executes the same operation at the same source location at the same time.
struct WarpInstruction {
    int site = 0;
    std::uint32_t active = 0;  ///< mask of active lanes: bit l is set if lane l is active
    std::uint32_t waiting = 0; ///< mask of lanes that are inactive, but have not exited
    /// For each active lane, the index of the array element, or the source lane of a shuffle.
    std::array<std::int64_t, warp_size> index{};
    std::uint32_t flops = 0; ///< floating-point operations in active lanes since their previous recorded step
    /// Maximum number of floating-point operations in any lane since its previous recorded step.
    std::uint32_t flop_instructions = 0;
};

/// An error in a kernel that was detected during simulated execution.
struct Finding {
    enum class Kind {
        divergent_meeting, ///< a barrier or shuffle that some lanes do not reach
        unwritten_shared,  ///< a read of uninitialized shared memory
        out_of_bounds,     ///< an out-of-bounds access, which was not executed; a load returned 0
        shared_race,       ///< unordered accesses of two threads to shared memory, at least one of which is a write
        /// Unordered accesses of two lanes of a warp to shared memory, at least one of which is a write. They are not
        /// separated by __syncwarp().
        missing_syncwarp,
        absent_lane, ///< a shuffle that reads from an inactive lane
        /// A warp-level operation whose mask includes lanes that do not take part, or excludes lanes that do.
        absent_mask,
        endless_loop,     ///< a loop with so many iterations that it is considered infinite
        integer_overflow, ///< a number, often an index, that does not fit in 32 bits
        failed_assertion,
        /// Unordered accesses of two threads, often in different blocks, to an element of global memory.
        global_race,
        input_write,      ///< a write to a read-only array, which was not executed
        unwritten_global, ///< a read of an uninitialized element of a result or scratch array
        unset_value       ///< an uninitialized variable that affects a branch, an address, or memory
    };
    Kind kind = Kind::out_of_bounds;
    std::string sentence; ///< complete message, with kernel, source line, block, and lanes
    std::string file;
    int line = 0;
    std::int64_t block = 0;
    std::uint32_t lanes = 0; ///< mask of the lanes of `warp` in which the error occurred
    int warp = 0;
    std::int64_t times = 1; ///< number of occurrences of the error at this source line
    std::string variable;   ///< name of the uninitialized variable; only for unset_value
};
constexpr auto words_of(Finding::Kind) {
    return std::array{"divergent-meeting", "unwritten-shared", "out-of-bounds", "shared-race",
                      "missing-syncwarp",  "absent-lane",      "absent-mask",   "endless-loop",
                      "integer-overflow",  "failed-assertion", "global-race",   "input-write",
                      "unwritten-global",  "unset-value"};
}

/// Receives the steps of all warps of a simulated multiprocessor in order of execution. Called from a single host
/// thread.
class StepSink {
public:
    virtual ~StepSink() = default;
    virtual void begin_block(std::int64_t block, int warps) = 0;
    virtual void step(std::int64_t block, int warp, const WarpInstruction& step) = 0;
    virtual void end_block(std::int64_t block) = 0;
};

} // namespace warploom::simt
