// verdict: absent-mask
// Both halves of a warp name the lanes of the lower half.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 16) sum += value[k] * x[column[k]];
    for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0x0000ffff, sum, d, 16);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(16 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
