#pragma once

#include "cuda_atomic.cuh"

#ifndef __WARPLOOM__
namespace std {
template <typename T> __device__ T& move(T& value) { return value; }
} // namespace std
#endif

// cuda::barrier in its basic form; replaces CUDA's <cuda/barrier>. It counts arrivals in shared memory, as GPUs before
// compute capability 8.0 do.

namespace cuda {

/// A barrier in shared memory. A phase ends after `expected` arrivals.
template <int Scope> struct barrier {
    unsigned expected, arrived, phase;
#ifndef __WARPLOOM__
    using arrival_token = unsigned;
#endif

    /// Announces that the calling thread has reached the barrier. Returns the phase, which wait() takes.
    __device__ unsigned arrive(unsigned count = 1) {
        const unsigned current = *(volatile unsigned*)&phase;
        __threadfence_block();
        if (atomicAdd(&arrived, count) + count == expected) {
            atomicExch(&arrived, 0u);
            __threadfence_block();
            *(volatile unsigned*)&phase = current + 1;
        }
        return current;
    }
    /// Waits until a phase has ended.
    __device__ void wait(unsigned token) {
        while (*(volatile unsigned*)&phase == token) {}
        __threadfence_block();
    }
    __device__ void arrive_and_wait() { wait(arrive()); }
};

/// Prepares a barrier. One thread calls it, and a __syncthreads() makes the barrier visible to the other threads.
template <typename Barrier> __device__ void init(Barrier* to, unsigned expected) {
    to->expected = expected;
    to->arrived = 0;
    to->phase = 0;
}

} // namespace cuda
