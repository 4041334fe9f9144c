// verdict: wrong-result
// A block keeps x in shared memory, which has room for 4096 columns.

template <typename T>
__global__ void product(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y) {
    __shared__ T near[4096];
    for (int j = threadIdx.x; j < min(cols, 4096); j += blockDim.x) near[j] = x[j];
    __syncthreads();
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * near[min(column[k], 4095)];
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, cols, row_pointer, column, value, x, y);
}
