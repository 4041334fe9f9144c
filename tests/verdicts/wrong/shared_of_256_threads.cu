// verdict: wrong-result or out-of-bounds
// Shared memory has room for 256 threads, and a block may have more.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    __shared__ T sums[256];
    sums[threadIdx.x] = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sums[threadIdx.x] += value[k] * x[column[k]];
    y[row] = sums[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
