#pragma once

// For sources that nvcc compiles with WARPLOOM_TARGET on_cuda.

#include "kernels/cuda/gpu/cuda_gpu.h"

#include "kernels/cg/vector_phases.h"
#include "kernels/cuda/multi_gpu/traffic.h"

#include <algorithm>
#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// Entries of x, one after the other, wherever `to` is: in this rank's memory or in another one's.
struct PackEntries {
    template <class T>
    KERNEL_FN static void run(Thread t, std::int64_t count, std::int64_t threads, In<T> x, In<int> index, Out<T> to) {
        for (std::int64_t i = t.global_id(); i < count; i += threads) {
            const std::int64_t from = index.data == nullptr ? i : index[i];
            to[i] = x[from];
        }
    }
};

/// Where the sums of one rank go.
template <class T> struct SumTargets {
    int ranks = 0;
    Out<T> to[2][most_ranks];
};

/// One block adds up what all blocks have left, and writes it for every rank that it reaches.
template <int sums> struct FoldSums {
    static constexpr bool meets = true;

    template <class T>
    KERNEL_FN static void run(Thread t, int blocks, Out<T> first, Out<T> second, int place, SumTargets<T> targets) {
        const T a = sum_of_blocks(t, first, blocks);
        T b = 0;
        if (sums > 1) b = sum_of_blocks(t, second, blocks);
        if (t.thread() < targets.ranks) {
            targets.to[0][t.thread()][place] = a;
            if (sums > 1) targets.to[1][t.thread()][place] = b;
        }
    }
};

template <class Phase, class... Arguments>
void launch_on(cudaStream_t stream, int blocks, int block_size, const Arguments&... arguments) {
    entry<Phase, Arguments...><<<static_cast<unsigned>(blocks), block_size, 0, stream>>>(arguments...);
    cuda::check(cudaGetLastError(), "what travels between ranks", __FILE__, __LINE__);
}

/// Few blocks: the rest of the GPU computes meanwhile, and a link is full with these.
template <class T> void launch_pack(cudaStream_t stream, const HaloPath& path, void* to) {
    constexpr int block_size = 512;
    constexpr std::int64_t most_blocks = 32;
    const auto blocks =
        static_cast<int>(std::clamp<std::int64_t>((path.count + block_size - 1) / block_size, 1, most_blocks));
    In<T> x;
    x.data = static_cast<const T*>(path.source);
    In<int> index;
    index.data = path.index;
    Out<T> out;
    out.data = static_cast<T*>(to);
    launch_on<PackEntries>(stream, blocks, block_size, path.count, static_cast<std::int64_t>(blocks) * block_size, x,
                           index, out);
}

/// targets[k][q] is where the k-th sum goes for the q-th target.
template <class T>
void launch_fold(cudaStream_t stream, const std::vector<RankSums>& sums, int place,
                 const std::vector<std::vector<void*>>& targets) {
    SumTargets<T> to;
    to.ranks = static_cast<int>(targets.front().size());
    for (std::size_t k = 0; k < targets.size(); ++k)
        for (std::size_t q = 0; q < targets[k].size(); ++q) to.to[k][q].data = static_cast<T*>(targets[k][q]);
    // Read by name of an array that may be written, because the launch before has written it.
    Out<T> first, second;
    first.data = static_cast<T*>(const_cast<void*>(sums.front().blocks));
    second.data = static_cast<T*>(const_cast<void*>(sums.back().blocks));
    if (sums.size() == 1)
        launch_on<FoldSums<1>>(stream, 1, cg::block_size, sums.front().count, first, second, place, to);
    else launch_on<FoldSums<2>>(stream, 1, cg::block_size, sums.front().count, first, second, place, to);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
