#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace warploom {

/// Calls work(first, last) on ranges that cover blocks 0 .. blocks - 1, distributed over `threads` host threads (0 for
/// all cores). Ranges are assigned as threads become free, because blocks differ in cost. The first exception is
/// rethrown here after every thread has stopped. Errors: "cancelled", see below.
void parallel_blocks(std::int64_t blocks, const std::function<void(std::int64_t first, std::int64_t last)>& work,
                     int threads = 0);

/// During the lifetime of this object, launches of its thread end with Error("cancelled") soon after `asked` is set,
/// between two ranges of blocks, so that a launch of many seconds can be stopped. If null, launches cannot be canceled.
class StoppableLaunches {
public:
    explicit StoppableLaunches(const std::atomic<bool>* asked);
    ~StoppableLaunches();
    StoppableLaunches(const StoppableLaunches&) = delete;
    StoppableLaunches& operator=(const StoppableLaunches&) = delete;

private:
    const std::atomic<bool>* before_;
};

/// Returns the stop flag of the innermost StoppableLaunches of this thread; null if there is none.
const std::atomic<bool>* stop_of_launches();

} // namespace warploom
