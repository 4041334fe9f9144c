// in: a int[n]
// out: places int[n]
// out: count int[1]
// n: 1 .. 100000
// a: integers -9 .. 9

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

void expected(int n, const int* a, int* places, int* count) {
    count[0] = 0;
    for (int i = 0; i < n; ++i) {
        places[i] = a[i] > 0 ? 1 : 0;
        count[0] += places[i];
    }
}

/// Counts positive elements with one atomic operation for all active lanes of a warp.
__device__ int next_place(int* count) {
    const cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(count, (int)active.size());
    return active.shfl(first, 0) + active.thread_rank();
}

__global__ void find(int n, const int* a, int* places, int* count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    places[i] = 0;
    if (a[i] > 0) places[i] = next_place(count) >= 0 ? 1 : 2;
}

void run(int n, const int* a, int* places, int* count, int block) {
    cudaMemset(count, 0, sizeof(int));
    find<<<(n + block - 1) / block, block>>>(n, a, places, count);
}
