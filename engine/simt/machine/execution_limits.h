#pragma once

#include <atomic>
#include <cstdint>

namespace warploom::simt {

struct ExecutionLimits {
    /// number of iterations per warp, over all loops, after which a loop is considered endless
    std::int64_t turns = std::int64_t{1} << 26;
    std::int64_t waiting_turns = turns; ///< iteration limit for spin loops
    /// Iteration limit for a loop whose state repeats but depends on memory that other threads may write.
    std::int64_t repeated_turns = std::int64_t{1} << 15;
    std::int64_t turns_after_a_miss = std::int64_t{1} << 18; ///< iteration limit after an out-of-bounds access
    std::int64_t scratch_bytes = std::int64_t{1} << 34;      ///< maximum total size of scratch arrays
    /// maximum number of threads in all launches of a run, in whole warps
    std::int64_t threads = std::int64_t{1} << 34;
    /// maximum number of printf calls to keep, counted per lane
    int printed_calls = 1000;
    int printed_bytes = 1 << 16;             ///< maximum size of the printf output in bytes
    const std::atomic<bool>* stop = nullptr; ///< flag that cancels the run; checked every few thousand iterations
};

} // namespace warploom::simt
