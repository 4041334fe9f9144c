// refused: 6:9 `cuda::barrier::wait_parity` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.
#include <cuda/barrier>
__global__ void k(int rows, double* y) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    bar.wait_parity(false);
}
void run(int rows, double* y, int block) { k<<<1, block>>>(rows, y); }
