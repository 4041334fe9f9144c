// in: a int[n]
// out: b int[n]
// n: 1 .. 100000

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

void expected(int n, const int* a, int* b) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        sum = i % 256 == 0 ? a[i] : sum + a[i];
        b[i] = sum;
    }
}

/// Prefix sums of each block of 256 elements: first of each warp, and then of the sums of the warps.
__global__ void scan(int n, const int* a, int* b) {
    __shared__ int sums[8];
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = cg::inclusive_scan(warp, i < n ? a[i] : 0);
    if (warp.thread_rank() == warp.size() - 1) sums[warp.meta_group_rank()] = value;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        const int lane = warp.thread_rank();
        const int before = cg::exclusive_scan(warp, lane < 8 ? sums[lane] : 0);
        if (lane < 8) sums[lane] = before;
    }
    block.sync();
    value += sums[warp.meta_group_rank()];
    if (i < n) b[i] = value;
}

void run(int n, const int* a, int* b) { scan<<<(n + 255) / 256, 256>>>(n, a, b); }
