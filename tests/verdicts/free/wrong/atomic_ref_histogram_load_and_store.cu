// verdict: wrong-result
// in: a int[n]
// out: bins int[64]
// n: 0 .. 100000
// a: integers 0 .. 63
// tolerance: exact

#include <cuda/atomic>

void expected(int n, const int* a, int* bins) {
    for (int i = 0; i < 64; ++i) bins[i] = 0;
    for (int i = 0; i < n; ++i) bins[a[i]] += 1;
}

// Each of the two operations is atomic, but another thread can count in between.
__global__ void count(int n, const int* a, int* bins) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        cuda::atomic_ref<int, cuda::thread_scope_device> bin(bins[a[i]]);
        bin.store(bin.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
    }
}

void run(int n, const int* a, int* bins, int block) {
    cudaMemset(bins, 0, 64 * sizeof(int));
    count<<<8, block>>>(n, a, bins);
}
