// verdict: right
// Twelve lanes per row and two rows per warp; the other eight lanes have exited.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int lane = threadIdx.x % 12, row = blockIdx.x * 2 + threadIdx.x / 12;
    if (threadIdx.x >= 24) return;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 12) sum += value[k] * x[column[k]];
    T all = 0;
    for (int l = 0; l < 12; ++l) all += __shfl_sync(0x00ffffff, sum, threadIdx.x / 12 * 12 + l);
    if (row < rows && lane == 0) y[row] = all;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + 1) / 2, 32>>>(rows, row_pointer, column, value, x, y);
}
