#pragma once

#include "block_sum.cuh"
#include "cg_rank_vectors.cuh"

// Sums that one GPU leaves in another one's memory. Each half of a sum carries a tag beside it, and both are written in one
// piece of eight bytes, so the tag that is waited for has the sum with it: no flag apart, no fence, no second read.

__device__ inline SumSlot slot_of(double sum, unsigned tag) {
    const unsigned long long bits = __double_as_longlong(sum);
    return SumSlot{(unsigned)bits, tag, (unsigned)(bits >> 32), tag};
}
__device__ inline SumSlot slot_of(float sum, unsigned tag) { return SumSlot{__float_as_uint(sum), tag, 0, tag}; }

__device__ inline bool has_tag(SumSlot slot, unsigned tag) { return slot.low_tag == tag && slot.high_tag == tag; }

__device__ inline void take_sum(SumSlot slot, double& sum) {
    sum = __longlong_as_double((long long)((unsigned long long)slot.high << 32 | slot.low));
}
__device__ inline void take_sum(SumSlot slot, float& sum) { sum = __uint_as_float(slot.low); }

/// How long a thread has been waiting.
struct Patience {
    unsigned rounds;
    unsigned long long begin;
};

#ifdef __WARPLOOM__ // which runs ranks one after the other: a sum missing now never comes, and the loop is found

__device__ inline void put_slot(SumSlot* to, SumSlot slot) { *to = slot; }
__device__ inline SumSlot look_at_slot(const SumSlot* from) { return *from; }
__device__ inline void fence_between_gpus() {}
__device__ inline void wait_again(Patience& patience) {}

#else

__device__ inline void put_slot(SumSlot* to, SumSlot slot) {
    asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(slot.low), "r"(slot.low_tag),
                 "r"(slot.high), "r"(slot.high_tag)
                 : "memory");
}
__device__ inline SumSlot look_at_slot(const SumSlot* from) {
    SumSlot slot;
    asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(slot.low), "=r"(slot.low_tag), "=r"(slot.high), "=r"(slot.high_tag)
                 : "l"(from)
                 : "memory");
    return slot;
}
/// Earlier writes, wherever, are there for all that find a sum that is left from now on, and have said it, too.
__device__ inline void fence_between_gpus() {
#if __CUDA_ARCH__ >= 700
    asm volatile("fence.acq_rel.sys;" ::: "memory");
#else
    __threadfence_system();
#endif
}
/// A GPU that waits for another one which does not come, because it has failed, ends with a fault and not never.
__device__ inline void wait_again(Patience& patience) {
    constexpr unsigned long long longest = 30000000000; // ns
    if ((++patience.rounds & 0xfff) != 0) return;
    unsigned long long now = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    if (patience.begin == 0) patience.begin = now;
    if (now - patience.begin > longest) __trap();
}

#endif

/// The sum of `count` slots, in the same order on every GPU, as soon as all of them have the tag. All threads take part.
template <typename T> __device__ T await_sums(const SumSlot* sums, int count, unsigned tag, bool is_fenced) {
    const int threads = blockDim.x;
    T sum = 0;
    for (int i = threadIdx.x; i < count; i += 2 * threads) { // two on their way at a time
        const int j = i + threads;
        SumSlot first = look_at_slot(sums + i), second = first;
        if (j < count) second = look_at_slot(sums + j);
        Patience patience = {0, 0};
        while (!has_tag(first, tag) || !has_tag(second, tag)) {
            wait_again(patience);
            first = look_at_slot(sums + i);
            second = j < count ? look_at_slot(sums + j) : first;
        }
        T one = 0;
        take_sum(first, one);
        sum += one;
        if (j < count) {
            take_sum(second, one);
            sum += one;
        }
    }
    if (is_fenced) fence_between_gpus();
    return block_sum(sum);
}
