// verdict: right
// Allows at most 128 threads per block; larger launches are refused.

template <typename T>
__global__ void __launch_bounds__(128)
    product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[128];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    part[threadIdx.x] = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) part[threadIdx.x] += value[k] * x[column[k]];
    y[row] = part[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
// warned: 17
