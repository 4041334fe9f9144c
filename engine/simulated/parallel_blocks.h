#pragma once

#include <cstdint>
#include <functional>

namespace warploom::simulated {

/// Calls work(first, last) on ranges that cover blocks 0 .. blocks - 1, spread over `threads` host threads
/// (0: as many as the machine has). Ranges are handed out as threads become free, because blocks differ in cost.
/// The first exception is thrown again here, after every thread has stopped.
void parallel_blocks(std::int64_t blocks, const std::function<void(std::int64_t first, std::int64_t last)>& work, int threads = 0);

} // namespace warploom::simulated
