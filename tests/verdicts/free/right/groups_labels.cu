// in: a int[n]
// out: counts int[16]
// n: 1 .. 100000
// a: integers 0 .. 15

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

void expected(int n, const int* a, int* counts) {
    for (int bin = 0; bin < 16; ++bin) counts[bin] = 0;
    for (int i = 0; i < n; ++i) counts[a[i]] += 1;
}

/// The lanes with the same element need only one atomic operation.
__global__ void histogram(int n, const int* a, int* counts) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int bin = i < n ? a[i] : -1;
    const auto same = cg::labeled_partition(warp, bin);
    if (bin >= 0 && same.thread_rank() == 0) atomicAdd(&counts[bin], (int)same.size());
}

void run(int n, const int* a, int* counts, int block) {
    cudaMemset(counts, 0, 16 * sizeof(int));
    histogram<<<(n + block - 1) / block, block>>>(n, a, counts);
}
