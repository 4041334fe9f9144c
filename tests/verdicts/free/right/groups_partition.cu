// in: a int[n]
// out: b int[n]
// n: 1 .. 100000
// a: integers -9 .. 9

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void expected(int n, const int* a, int* b) {
    for (int i = 0; i < n; ++i) {
        b[i] = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < n; ++k)
            if (a[k] % 2 == a[i] % 2 || a[k] % 2 == -(a[i] % 2)) b[i] += a[k];
    }
}

/// Each element becomes the sum of the even or odd elements of its warp.
__global__ void add_alike(int n, const int* a, int* b) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < n ? a[i] : 0;
    const auto alike = cg::binary_partition(warp, value % 2 != 0);
    const int sum = cg::reduce(alike, value, cg::plus<int>());
    if (i < n) b[i] = sum;
}

void run(int n, const int* a, int* b, int block) { add_alike<<<(n + block - 1) / block, block>>>(n, a, b); }
