#pragma once

#include "block_sum.cuh"
#include "cg_rank_vectors.cuh"

// Sums that one GPU writes to the memory of another. Each half of a sum is stored together with a tag in one 8-byte
// store, so a matching tag indicates that the half is valid. Neither a flag nor a fence is needed.

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

/// Measures how long a thread has been waiting for another GPU.
struct Patience {
    unsigned rounds;
    unsigned long long begin;
};

#ifdef __WARPLOOM__ // The simulator runs ranks one by one, so a missing sum never arrives; it detects the endless loop.

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
/// Makes earlier writes visible to every thread on any GPU that sees a sum written after this fence.
__device__ inline void fence_between_gpus() {
#if __CUDA_ARCH__ >= 700
    asm volatile("fence.acq_rel.sys;" ::: "memory");
#else
    __threadfence_system();
#endif
}
/// Traps after 30 s, so that a GPU reports an error instead of waiting forever if a peer has failed.
__device__ inline void wait_again(Patience& patience) {
    constexpr unsigned long long longest = 30000000000;
    if ((++patience.rounds & 0xfff) != 0) return;
    unsigned long long now = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    if (patience.begin == 0) patience.begin = now;
    if (now - patience.begin > longest) __trap();
}

#endif

/// Waits for all sums with this tag. Returns their total, added in the same order on every GPU.
template <typename T> __device__ T await_sums(const SumSlot* sums, int count, unsigned tag, bool is_fenced) {
    const int threads = blockDim.x;
    T sum = 0;
    for (int i = threadIdx.x; i < count; i += 2 * threads) { // two loads are in flight at a time
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
