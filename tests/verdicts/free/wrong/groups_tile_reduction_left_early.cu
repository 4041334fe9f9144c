// verdict: absent-lane
// says: The result of `reduce` is undefined because lane
// problem: reduction

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <typename T> __global__ void add_up(int n, const T* a, T* sum) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    if (cg::this_grid().thread_rank() >= n) return;
    T value = 0;
    for (auto i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) value += a[i];
    value = cg::reduce(tile, value, cg::plus<T>());
    if (tile.thread_rank() == 0) atomicAdd(sum, value);
}

template <typename T> void run(int n, const T* a, T* sum, int block) {
    cudaMemset(sum, 0, sizeof(T));
    add_up<<<min((n + block - 1) / block, 64), block>>>(n, a, sum);
}
