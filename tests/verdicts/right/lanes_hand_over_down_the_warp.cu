// verdict: right
// Each lane waits for the previous lane inside one branch; all lanes meet at a shuffle.

// scratch: carry T[rows + block]
// scratch: flag int[rows + block]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry,
                        volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (lane > 0) {
        while (flag[row - 1] == 0) {}
        __threadfence();
        carry[row] = carry[row - 1] + 1;
    } else {
        carry[row] = 0;
    }
    __threadfence();
    flag[row] = 1;
    const T last = __shfl_sync(0xffffffff, carry[row], 31);
    if (row < rows) y[row] = last == T(31) ? sum : 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry, int* flag,
         int block) {
    cudaMemset(flag, 0, (rows + block) * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, carry, flag);
}
