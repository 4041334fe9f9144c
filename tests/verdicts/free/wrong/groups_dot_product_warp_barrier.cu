// verdict: shared-race
// problem: dot-product

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <typename T> __global__ void dot(int n, const T* x, const T* y, T* result) {
    __shared__ T sums[32];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    T value = 0;
    for (int i = block.thread_rank(); i < n; i += block.size()) value += x[i] * y[i];
    value = cg::reduce(warp, value, cg::plus<T>());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = value;
    cg::sync(warp);
    if (warp.meta_group_rank() == 0) {
        value = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : T(0);
        value = cg::reduce(warp, value, cg::plus<T>());
        if (warp.thread_rank() == 0) result[0] = value;
    }
}

template <typename T> void run(int n, const T* x, const T* y, T* result) { dot<<<1, 256>>>(n, x, y, result); }
