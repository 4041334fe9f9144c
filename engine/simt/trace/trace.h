#pragma once

#include "engine/enum_words.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// Events of a run that do not depend on the GPU model: arrays, access sites, warp instructions and findings.

namespace warploom::simt {

constexpr int warp_size = 32;

enum class Access : std::uint8_t { load, store, atomic, shuffle, ballot, warp_barrier, barrier };
/// Memory space of an access. `none` stands for shuffles, ballots and barriers.
enum class Space : std::uint8_t { global, shared, none };
constexpr auto words_of(Access) {
    return std::array{"load", "store", "atomic", "shuffle", "ballot", "warp_barrier", "barrier"};
}
constexpr auto words_of(Space) { return std::array{"global", "shared", "none"}; }
using warploom::to_string;

/// An array that a kernel accesses. Global arrays are aligned to 256 bytes and are laid out in order of registration.
/// The base of a shared array is its offset in the shared memory of the block.
struct TracedArray {
    std::string name;
    Space space = Space::global;
    int element_bytes = 0;
    std::int64_t size = 0; ///< number of elements
    std::uint64_t base = 0;
};

/// A source location that accesses an array, comparable to a load instruction in compiled code. Sites are numbered in
/// order of execution. To display them in source order, sort them by `position`, which also groups the lines of a
/// function by call.
struct Site {
    Access access = Access::load;
    Space space = Space::none;
    int array = -1;   ///< number of the array; -1 for shuffles, ballots and barriers
    std::string file; ///< name of the source file, such as "kernels/spmv/csr_scalar.cu"
    int line = 0;     ///< line number, starting at 1
    /// Location of the outermost call in the kernel. If the access is in the kernel itself, this is the same as `file`
    /// and `line`.
    std::string kernel_file;
    int kernel_line = 0;
    std::uint64_t position = 0;
    int element_bytes = 0;
    bool is_gather = false; ///< whether the index was loaded from memory, as in x[column[k]]
};

/// An operation that a set of lanes executes together at one source location.
struct WarpInstruction {
    int site = 0;
    std::uint32_t active = 0;  ///< mask of the active lanes; bit l stands for lane l
    std::uint32_t waiting = 0; ///< mask of the lanes that are inactive, but have not exited
    /// Array element that each active lane accesses, or source lane of a shuffle.
    std::array<std::int64_t, warp_size> index{};
    std::uint32_t flops = 0; ///< floating-point operations in active lanes since their previous recorded step
    /// Maximum number of floating-point operations in any lane since its previous recorded step.
    std::uint32_t flop_instructions = 0;
};

/// An error detected during simulated execution.
struct Finding {
    enum class Kind {
        divergent_meeting, ///< a barrier or shuffle that some lanes do not reach
        unwritten_shared,
        out_of_bounds, ///< an out-of-bounds access (not executed; loads return 0)
        shared_race,   ///< unordered accesses of two threads to shared memory, at least one of them a write
        /// Unordered accesses of two lanes of a warp to shared memory, without a __syncwarp() between them. At least
        /// one of them is a write.
        missing_syncwarp,
        absent_lane,
        /// A warp-level operation whose mask includes nonparticipating lanes or excludes participating ones.
        absent_mask,
        endless_loop,     ///< a loop that is considered infinite because of its number of iterations
        integer_overflow, ///< a number, often an index, that does not fit in 32 bits
        failed_assertion,
        /// Unordered accesses of two threads to an element of global memory. Often, the threads belong to different
        /// blocks.
        global_race,
        input_write,      ///< a write to a read-only array (not executed)
        unwritten_global, ///< a read of an uninitialized element of a result or scratch array
        unset_value       ///< an uninitialized variable that affects a branch, an address or memory
    };
    Kind kind = Kind::out_of_bounds;
    std::string sentence; ///< complete message with the kernel, source line, block and lanes
    std::string file;
    int line = 0;
    std::int64_t block = 0;
    std::uint32_t lanes = 0; ///< mask of the lanes of `warp` in which the error occurred
    int warp = 0;
    std::int64_t times = 1;
    std::string variable; ///< name of the uninitialized variable; only for unset_value
    std::string array;    ///< array of an incorrect access to global memory; otherwise empty
    int launch = 0;       ///< index of the launch in the call
};
constexpr auto words_of(Finding::Kind) {
    return std::array{"divergent-meeting", "unwritten-shared", "out-of-bounds", "shared-race",
                      "missing-syncwarp",  "absent-lane",      "absent-mask",   "endless-loop",
                      "integer-overflow",  "failed-assertion", "global-race",   "input-write",
                      "unwritten-global",  "unset-value"};
}

/// Receives the steps of all warps on a simulated multiprocessor in execution order, from a single host thread.
class StepSink {
public:
    virtual ~StepSink() = default;
    virtual void begin_block(std::int64_t block, int warps) = 0;
    virtual void step(std::int64_t block, int warp, const WarpInstruction& step) = 0;
    virtual void end_block(std::int64_t block) = 0;
};

} // namespace warploom::simt
