#pragma once

#include "kernels/vocabulary/vocabulary.h"

#ifndef __CUDACC__
#include <atomic>
#endif
#include <cstdint>

// Two words for what blocks of one launch count together, for the few kernels that need them.
//
// | word | meaning |
// | --- | --- |
// | `count_up(counters, i, by)` | counters[i] += by, whoever else does it too; gives what stood there before |
// | `is_last_of(counters, i, n)` | whether this call is the last of n for the same i; counters[i] was 0 before the first and is 0 again after the last. What the other callers wrote before they called is there then |

namespace warploom::kernels::WARPLOOM_TARGET {

#if defined(__CUDACC__)
KERNEL_FN int count_up(Out<int> counters, std::int64_t i, int by) { return atomicAdd(counters.data + i, by); }
/// The fences make sure that the last one sees what all others wrote.
KERNEL_FN bool is_last_of(Out<int> counters, std::int64_t i, int n) {
    __threadfence();
    const auto last = static_cast<unsigned>(n) - 1;
    const bool is_last = atomicInc(reinterpret_cast<unsigned*>(counters.data + i), last) == last; // 0 follows `last`
    __threadfence();
    return is_last;
}
#else
#if defined(WARPLOOM_TRACED)
inline bool is_counter(Out<int> counters, PlacedIndex i) {
    return write_down(Entry::atomic, Entry::atomic_outside, counters.array, counters.size, i);
}
inline std::int64_t index_of(PlacedIndex i) { return i.index; }
using CounterIndex = PlacedIndex;
#else
inline bool is_counter(Out<int>, std::int64_t) { return true; }
inline std::int64_t index_of(std::int64_t i) { return i; }
using CounterIndex = std::int64_t;
#endif
inline int count_up(Out<int> counters, CounterIndex i, int by) {
    if (!is_counter(counters, i)) return 0;
    return std::atomic_ref<int>(counters.data[index_of(i)]).fetch_add(by, std::memory_order_relaxed);
}
inline bool is_last_of(Out<int> counters, CounterIndex i, int n) {
    if (!is_counter(counters, i)) return false;
    const std::atomic_ref<int> counter(counters.data[index_of(i)]);
    if (counter.fetch_add(1) != n - 1) return false;
    counter.store(0, std::memory_order_relaxed);
    return true;
}
#endif

} // namespace warploom::kernels::WARPLOOM_TARGET
