#pragma once

#include "warp_sum.cuh"

/// The sum of v over the threads of the block, for each of them. All take part.
template <typename T> __device__ T block_sum(T v) {
    __shared__ T warp_sums[32];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = v;
    __syncthreads();
    T sum = 0;
    const int warps = blockDim.x / 32;
    for (int w = 0; w < warps; ++w) sum += warp_sums[w];
    __syncthreads(); // or the next sum would overwrite what others still read
    return sum;
}

/// What all blocks of the launch before have left, added up by each block for itself, in one fixed order.
template <typename T> __device__ T sum_of_blocks(T* sums, int blocks) {
    const int threads = blockDim.x; // unsigned, it would keep the compiler from asking for several sums at a time
    T sum = 0;
    for (int i = threadIdx.x; i < blocks; i += threads) sum += sums[i];
    return block_sum(sum);
}
