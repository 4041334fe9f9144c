// verdict: right
// Threads are indexed in three dimensions.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int inside = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int row = blockIdx.x * (blockDim.x * blockDim.y * blockDim.z) + inside;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const dim3 threads(8, 4, block / 32);
    product<<<(rows + block - 1) / block, threads>>>(rows, row_pointer, column, value, x, y);
}
