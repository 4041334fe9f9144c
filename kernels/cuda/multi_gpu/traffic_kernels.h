#pragma once

#include "engine/cuda/cuda_errors.h"
#include "kernels/cuda/multi_gpu/traffic.h"
#include "kernels/headers/block_sum.cuh"
#include "kernels/headers/cg_vectors.cuh"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warploom::kernels {

/// Packs elements of x contiguously into `to`, in the memory of this or another rank.
template <class T>
__global__ void __maxnreg__(32) pack_entries(long long count, long long threads, const T* x, const int* index, T* to) {
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += threads) {
        const long long from = index == nullptr ? i : index[i];
        to[i] = x[from];
    }
}

template <class T> struct SumTargets {
    int ranks = 0;
    T* to[2][most_ranks] = {};
};

/// Adds the partial sums in a single block, and writes the total to all ranks whose memory is accessible.
template <int sums, class T>
__global__ void __maxnreg__(32) fold_sums(int blocks, T* first, T* second, int place, SumTargets<T> targets) {
    const T a = sum_of_blocks(first, blocks);
    T b = 0;
    if (sums > 1) b = sum_of_blocks(second, blocks);
    if (static_cast<int>(threadIdx.x) < targets.ranks) {
        targets.to[0][threadIdx.x][place] = a;
        if (sums > 1) targets.to[1][threadIdx.x][place] = b;
    }
}

inline void check_launch() { cuda::check(cudaGetLastError(), "a transfer between ranks", __FILE__, __LINE__); }

/// Launches the kernel with a few blocks, which saturate a link and leave the rest of the GPU to the computation.
template <class T> void launch_pack(cudaStream_t stream, const HaloPath& path, void* to) {
    constexpr int block_size = 512;
    constexpr std::int64_t most_blocks = 32;
    const auto blocks =
        static_cast<int>(std::clamp<std::int64_t>((path.count + block_size - 1) / block_size, 1, most_blocks));
    pack_entries<<<blocks, block_size, 0, stream>>>(path.count, static_cast<long long>(blocks) * block_size,
                                                    static_cast<const T*>(path.source), path.index,
                                                    static_cast<T*>(to));
    check_launch();
}

/// Launches fold_sums. Sum k for target rank q is written to targets[k][q].
template <class T>
void launch_fold(cudaStream_t stream, const std::vector<RankSums>& sums, int place,
                 const std::vector<std::vector<void*>>& targets) {
    SumTargets<T> to;
    to.ranks = static_cast<int>(targets.front().size());
    for (std::size_t k = 0; k < targets.size(); ++k)
        for (std::size_t q = 0; q < targets[k].size(); ++q) to.to[k][q] = static_cast<T*>(targets[k][q]);
    // This pointer is not const, because the previous kernel wrote the data.
    T* const first = static_cast<T*>(const_cast<void*>(sums.front().blocks));
    T* const second = static_cast<T*>(const_cast<void*>(sums.back().blocks));
    const int count = sums.front().count;
    if (sums.size() == 1) fold_sums<1><<<1, cg_block_size, 0, stream>>>(count, first, second, place, to);
    else fold_sums<2><<<1, cg_block_size, 0, stream>>>(count, first, second, place, to);
    check_launch();
}

} // namespace warploom::kernels
