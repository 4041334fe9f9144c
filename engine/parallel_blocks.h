#pragma once

#include "engine/stop_request.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace warploom {

/// Calls work(first, last) for ranges of thread blocks that together cover 0 .. blocks - 1, on `threads` host threads
/// (0 for one per core). Ranges are assigned dynamically, because blocks differ in cost. The first exception is
/// rethrown after all threads have stopped. Errors: "cancelled" (see StoppableLaunches).
void parallel_blocks(std::int64_t blocks, const std::function<void(std::int64_t first, std::int64_t last)>& work,
                     int threads = 0);

/// Makes simulated kernel launches cancelable. While an object of this class exists, a launch on its thread ends with
/// Error("cancelled") after `asked` is set, as soon as the current range of blocks is complete. This lets the user stop
/// launches that take many seconds. If `asked` is null, launches cannot be canceled. After `deadline`, a launch ends
/// with Error("time.limit").
class StoppableLaunches {
public:
    explicit StoppableLaunches(const std::atomic<bool>* asked,
                               StopRequest::Clock::time_point deadline = StopRequest::Clock::time_point::max());
    ~StoppableLaunches();
    StoppableLaunches(const StoppableLaunches&) = delete;
    StoppableLaunches& operator=(const StoppableLaunches&) = delete;

private:
    const StopRequest mine_;
    const StopRequest* before_;
};

/// Returns the stop request of the innermost StoppableLaunches object on this thread, or null if there is none.
const StopRequest* stop_of_launches();

} // namespace warploom
