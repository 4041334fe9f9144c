// verdict: right
// Both numbers are written before the flag that covers them.

// scratch: carry T[2 * ((rows + block - 1) / block)]
// scratch: flag int[(rows + block - 1) / block]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry,
                        volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
    if (threadIdx.x != 0) return;
    T before = 0;
    if (blockIdx.x > 0) {
        while (flag[blockIdx.x - 1] == 0) {}
        __threadfence();
        before = carry[2 * (blockIdx.x - 1)] + carry[2 * (blockIdx.x - 1) + 1];
    }
    carry[2 * blockIdx.x] = before;
    carry[2 * blockIdx.x + 1] = 1;
    __threadfence();
    flag[blockIdx.x] = 1;
    if (before != T(blockIdx.x)) y[row] = 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry, int* flag,
         int block) {
    cudaMemset(flag, 0, (rows + block - 1) / block * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, carry, flag);
}
