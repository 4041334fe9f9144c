// verdict: right
// Each warp takes its rows in bit-reversed order.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int turned = (threadIdx.x & 1) << 4 | (threadIdx.x & 2) << 2 | (threadIdx.x & 4) | (threadIdx.x & 8) >> 2 |
                       (threadIdx.x & 16) >> 4;
    const int row = blockIdx.x * blockDim.x + threadIdx.x / 32 * 32 + turned;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
