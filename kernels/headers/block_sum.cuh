#pragma once

#include "warp_sum.cuh"

/// Returns the sum of v over the block to every thread. All threads of the block must call it.
template <typename T> __device__ T block_sum(T v) {
    __shared__ T warp_sums[32];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = v;
    __syncthreads();
    T sum = 0;
    const int warps = blockDim.x / 32;
    for (int w = 0; w < warps; ++w) sum += warp_sums[w];
    __syncthreads(); // the next call must not overwrite values that other threads are still reading
    return sum;
}

/// Returns the total of the previous launch's block sums. Every block adds them in the same order.
template <typename T> __device__ T sum_of_blocks(T* sums, int blocks) {
    const int threads = blockDim.x; // int, because unsigned arithmetic would keep the compiler from batching the loads
    T sum = 0;
    for (int i = threadIdx.x; i < blocks; i += threads) sum += sums[i];
    return block_sum(sum);
}
