// verdict: endless-loop
// Block 0 waits for the last block, which may never start.

// scratch: flag int[1]

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) flag[0] = 1;
    if (blockIdx.x == 0 && gridDim.x > 1)
        while (flag[0] != 1) {}
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* flag, int block) {
    cudaMemset(flag, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, flag);
}
