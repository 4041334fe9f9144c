#pragma once

#include "engine/stop_request.h"

#include <cstdint>

namespace warploom::simt {

struct ExecutionLimits {
    /// Maximum total number of loop iterations per warp. The loop in which this limit is exceeded is considered
    /// infinite.
    std::int64_t turns = std::int64_t{1} << 26;
    std::int64_t waiting_turns = turns; ///< maximum number of spin loop iterations per warp
    /// Maximum number of iterations in which the state of a loop repeats. Applies only if the state depends on memory
    /// that other threads may write.
    std::int64_t repeated_turns = std::int64_t{1} << 15;
    /// Maximum number of loop iterations of a warp that has made an out-of-bounds access.
    std::int64_t turns_after_a_miss = std::int64_t{1} << 18;
    std::int64_t scratch_bytes = std::int64_t{1} << 34; ///< maximum total size of scratch arrays in bytes
    /// Whether scratch arrays contain zeros and use memory only where they are accessed, for arrays of any size.
    bool is_scratch_sparse = false;
    /// Maximum number of threads in all launches of a run, with blocks rounded up to whole warps.
    std::int64_t threads = std::int64_t{1} << 34;
    /// Maximum number of stored printf calls. A call by several lanes counts once for each lane.
    int printed_calls = 1000;
    int printed_bytes = 1 << 16; ///< maximum size of the stored printf output in bytes
    /// Cancels the run if it is set. It is checked every few thousand loop iterations.
    const StopRequest* stop = nullptr;
};

} // namespace warploom::simt
