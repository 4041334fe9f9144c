#pragma once

#include <atomic>
#include <cstdint>

namespace warploom::simt {

struct ExecutionLimits {
    std::int64_t turns = std::int64_t{1} << 26; ///< per warp, in all loops; beyond it, a loop is considered endless
    std::int64_t waiting_turns = turns;         ///< limit for spin loops
    /// Iteration limit for a loop whose state repeats but depends on memory that other threads may write.
    std::int64_t repeated_turns = std::int64_t{1} << 15;
    std::int64_t turns_after_a_miss = std::int64_t{1} << 18; ///< limit after an out-of-bounds access
    std::int64_t scratch_bytes = std::int64_t{1} << 34;      ///< total size of all scratch arrays
    std::int64_t threads = std::int64_t{1} << 34;            ///< total threads of all launches of a run, in whole warps
    int printed_calls = 1000;                                ///< number of printf calls to keep, counted per lane
    int printed_bytes = 1 << 16;                             ///< maximum size of their output in bytes
    const std::atomic<bool>* stop = nullptr;                 ///< cancels the run; checked every few thousand iterations
};

} // namespace warploom::simt
