#pragma once

#include <atomic>
#include <cstdint>

namespace warploom::simt {

struct ExecutionLimits {
    std::int64_t turns = std::int64_t{1} << 26; ///< total of all loops of a warp; more are considered endless
    std::int64_t waiting_turns = turns;         ///< limit for loops that wait for other threads
    /// The iteration limit of a loop whose state repeats, but depends on memory that other threads may write.
    std::int64_t repeated_turns = std::int64_t{1} << 15;
    std::int64_t turns_after_a_miss = std::int64_t{1} << 18; ///< limit after an out-of-bounds access
    std::int64_t scratch_bytes = std::int64_t{1} << 34;      ///< total size of all scratch arrays
    std::int64_t threads = std::int64_t{1} << 34;            ///< total of all launches of a run, in whole warps
    int printed_calls = 1000;                                ///< stored calls of printf, over all lanes
    int printed_bytes = 1 << 16;                             ///< bytes of their output
    const std::atomic<bool>* stop = nullptr;                 ///< checked every few thousand iterations
};

} // namespace warploom::simt
