// in: a float[n]
// out: b float[n]
// n: multiples of 128, at most 65536
// block: 128
// tolerance: exact

#include <cuda/barrier>

void expected(int n, const float* a, float* b) {
    for (int i = 0; i < n; ++i) b[i] = a[i / 128 * 128 + 127 - i % 128];
}

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse(int n, const float* a, float* b) {
    __shared__ float piece[128];
    __shared__ block_barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    for (int first = blockIdx.x * 128; first < n; first += gridDim.x * 128) {
        piece[threadIdx.x] = a[first + threadIdx.x];
        auto token = bar.arrive();
        bar.wait(std::move(token));
        b[first + threadIdx.x] = piece[127 - threadIdx.x];
        bar.arrive_and_wait();
    }
}

void run(int n, const float* a, float* b) {
    if (n > 0) reverse<<<4, 128>>>(n, a, b);
}
