#pragma once

#include <atomic>
#include <cstdint>

namespace warploom::simt {

struct ExecutionLimits {
    /// Maximum number of loop iterations per warp, over all loops. A loop that exceeds this limit is considered
    /// infinite.
    std::int64_t turns = std::int64_t{1} << 26;
    std::int64_t waiting_turns = turns; ///< iteration limit for spin loops
    /// Iteration limit for loops whose state repeats but depends on memory that other threads may write.
    std::int64_t repeated_turns = std::int64_t{1} << 15;
    std::int64_t turns_after_a_miss = std::int64_t{1} << 18; ///< iteration limit after an out-of-bounds access
    std::int64_t scratch_bytes = std::int64_t{1} << 34;      ///< maximum total size of scratch arrays
    /// Maximum number of threads in all launches of a run, counting whole warps.
    std::int64_t threads = std::int64_t{1} << 34;
    /// Maximum number of printf calls whose output is stored. Each lane counts as one call.
    int printed_calls = 1000;
    int printed_bytes = 1 << 16;             ///< maximum size of the stored printf output in bytes
    const std::atomic<bool>* stop = nullptr; ///< cancels the run if set; checked every few thousand iterations
};

} // namespace warploom::simt
