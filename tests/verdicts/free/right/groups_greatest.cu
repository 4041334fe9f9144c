// in: a int[n]
// out: greatest int[1]
// n: 1 .. 100000
// a: integers 0 .. 100000

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void expected(int n, const int* a, int* greatest) {
    greatest[0] = a[0];
    for (int i = 1; i < n; ++i) greatest[0] = max(greatest[0], a[i]);
}

__global__ void find(int n, const int* a, int* greatest) {
    const auto block = cg::this_thread_block();
    const auto quarter = cg::tiled_partition<8>(cg::tiled_partition<32>(block));
    const int i = block.group_index().x * block.size() + block.thread_rank();
    const int value = cg::reduce(quarter, i < n ? a[i] : 0, cg::greater<int>());
    if (quarter.thread_rank() == 0) atomicMax(greatest, value);
}

void run(int n, const int* a, int* greatest, int block) {
    cudaMemset(greatest, 0, sizeof(int));
    find<<<(n + block - 1) / block, block>>>(n, a, greatest);
}
