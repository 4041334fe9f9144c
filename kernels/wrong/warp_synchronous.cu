// finding: missing-syncwarp line 20
// matrix: laplace2d:n=20
// One warp per row adds 32 sums in shared memory without any synchronization, as in Harris 2008, when the lanes of a
// warp ran in lockstep. The kernel seems to work, and it did work before compute capability 7.0. Since then, lanes can
// run ahead of each other, and the compiler can keep a sum in a register. A lane may thus read a value that its
// neighbor has not stored yet.

template <typename T>
__global__ void warp_synchronous(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                 T* y) {
    __shared__ T sums[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return; // all lanes of a warp take the same branch
    const int t = threadIdx.x, lane = t % 32;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    sums[t] = sum;
    for (int half = 16; half > 0; half /= 2)
        if (lane < half) sums[t] += sums[t + half];
    if (lane == 0) y[row] = sums[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    warp_synchronous<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
