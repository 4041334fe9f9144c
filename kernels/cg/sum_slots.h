#pragma once

#include "kernels/cg/vector_phases.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>
#include <cstring>

// Sums that one GPU leaves in another one's memory. Each half of a sum carries a tag beside it, and both are written in one
// piece of eight bytes, so whoever finds the tag that it waits for has the sum, too: no flag apart, no fence, no second read.

namespace warploom::kernels {

/// A sum with the tag of its meeting. A float has no upper half.
struct alignas(16) SumSlot {
    std::uint32_t low = 0, low_tag = 0, high = 0, high_tag = 0;
};

namespace WARPLOOM_TARGET {

template <class T> KERNEL_FN SumSlot slot_of(T sum, std::uint32_t tag) {
    std::uint32_t half[2] = {0, 0};
    memcpy(half, &sum, sizeof(T));
    SumSlot slot;
    slot.low = half[0];
    slot.high = half[1];
    slot.low_tag = slot.high_tag = tag;
    return slot;
}

KERNEL_FN bool has_tag(const SumSlot& slot, std::uint32_t tag) { return slot.low_tag == tag && slot.high_tag == tag; }

template <class T> KERNEL_FN T sum_of(const SumSlot& slot) {
    const std::uint32_t half[2] = {slot.low, slot.high};
    T sum;
    memcpy(&sum, half, sizeof(T));
    return sum;
}

#if defined(__CUDACC__)

KERNEL_FN void put_slot(SumSlot* to, const SumSlot& slot) {
    asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(slot.low), "r"(slot.low_tag),
                 "r"(slot.high), "r"(slot.high_tag)
                 : "memory");
}
KERNEL_FN SumSlot look_at_slot(const SumSlot* from) {
    SumSlot slot;
    asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(slot.low), "=r"(slot.low_tag), "=r"(slot.high), "=r"(slot.high_tag)
                 : "l"(from)
                 : "memory");
    return slot;
}
/// What was written before, wherever, is there for whoever finds a sum that is left from now on, and has said it, too.
KERNEL_FN void fence_between_gpus() {
#if __CUDA_ARCH__ >= 700
    asm volatile("fence.acq_rel.sys;" ::: "memory");
#else
    __threadfence_system();
#endif
}
/// A GPU that waits for another one which does not come, because it has failed, ends with a fault and not never.
class Patience {
public:
    KERNEL_FN void wait_again() {
        constexpr unsigned long long longest = 30'000'000'000; // ns
        if ((++rounds_ & 0xfff) != 0) return;
        unsigned long long now = 0;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
        if (begin_ == 0) begin_ = now;
        if (now - begin_ > longest) __trap();
    }

private:
    unsigned rounds_ = 0;
    unsigned long long begin_ = 0;
};

#else

inline void put_slot(SumSlot* to, const SumSlot& slot) { *to = slot; }
inline SumSlot look_at_slot(const SumSlot* from) { return *from; }
inline void fence_between_gpus() {}
/// On the host ranks run one after the other: what is not there now never comes.
class Patience {
public:
    void wait_again(int line = __builtin_LINE()) { simulated::report_endless_wait(line); }
};

#endif

/// The sum of `count` slots, in the same order on every GPU, as soon as all of them have the tag. All threads take part.
template <class T>
KERNEL_FN T await_sums(Thread t, const SumSlot* sums, int count, std::uint32_t tag, bool is_fenced,
                       CallSite site = {}) {
    CALLED_FROM(site);
    T sum = 0;
    for (int i = t.thread(); i < count; i += 2 * t.block_size()) { // two on their way at a time
        const int j = i + t.block_size();
        SumSlot first = look_at_slot(sums + i), second = first;
        if (j < count) second = look_at_slot(sums + j);
        Patience patience;
        while (!has_tag(first, tag) || !has_tag(second, tag)) {
            patience.wait_again();
            first = look_at_slot(sums + i);
            second = j < count ? look_at_slot(sums + j) : first;
        }
        sum += sum_of<T>(first);
        if (j < count) sum += sum_of<T>(second);
    }
    if (is_fenced) fence_between_gpus();
    return block_sum(t, sum);
}

} // namespace WARPLOOM_TARGET
} // namespace warploom::kernels
