// y: 1 10 8 -3 64 2 6 7 5 1 9 0 4
// Methods of cuda::atomic_ref: each line of y can be computed by hand.
#include <cuda/atomic>

using device_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void k(int rows, const int* in, double* y) {
    __shared__ int n[4];
    if (threadIdx.x < 4) n[threadIdx.x] = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> count(n[0]);
    count.fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x != 0) return;
    device_ref a{n[1]}, b(n[2]);
    y[4] = count.load();
    a.store(3, cuda::std::memory_order_release);
    y[5] = a.fetch_sub(1) - 1;                            // 3, and leaves 2
    y[6] = a.fetch_or(4, cuda::memory_order_acq_rel) + 4; // 2, and leaves 6
    y[7] = a.fetch_and(5) + 1;                            // 6, and leaves 4
    y[8] = a.fetch_xor(1) + 1;                            // 4, and leaves 5
    y[9] = a.fetch_max(9) - 4;                            // 5, and leaves 9
    y[10] = a.fetch_min(0);                               // 9, and leaves 0
    y[11] = a.exchange(4);                                // 0, and leaves 4
    y[12] = cuda::atomic_ref<int>(n[1]).load(cuda::memory_order_acquire);
    int expected = 1;
    y[0] = !b.compare_exchange_strong(expected, 5) && expected == 0;
    y[1] =
        b.compare_exchange_weak(expected, 10, cuda::memory_order_seq_cst, cuda::memory_order_relaxed) ? b.load() : -1;
    y[2] = sizeof(y[0]);
    y[3] = cuda::thread_scope_block - 5;
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 64>>>(rows, in, y); }
