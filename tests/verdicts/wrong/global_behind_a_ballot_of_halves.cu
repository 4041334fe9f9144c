// verdict: global-race
// Halves of a warp exchange numbers through global memory; each half synchronizes alone.
// scratch: scratch T[32 * rows + 1024]

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* scratch) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    const int at = blockIdx.x * blockDim.x + t;
    const unsigned half = lane < 16 ? 0x0000ffff : 0xffff0000;
    scratch[at] = sum;
    __syncwarp(half);
    if (__ballot_sync(0xffffffff, row < rows) != 0 && row < rows && lane == 0) {
        T all = 0;
        for (int i = 0; i < 32; ++i) all += scratch[at + i];
        y[row] = all;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* scratch, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y, scratch);
}
