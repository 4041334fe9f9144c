// verdict: right
// The lane that sets the flag is not the one that fences; a __syncwarp precedes each.

// scratch: part T[rows + 32]
// scratch: flag int[rows / 32 + 1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part,
                        volatile int* flag) {
    const int row = blockIdx.x * 32 + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[row] = sum;
    __syncwarp();
    if (threadIdx.x == 3) __threadfence();
    __syncwarp();
    if (threadIdx.x == 7) atomicExch((int*)&flag[blockIdx.x], 1);
    if (blockIdx.x > 0) {
        while (flag[blockIdx.x - 1] == 0) {}
        __threadfence();
        y[row - 32] = part[row - 32];
    }
    if (blockIdx.x == gridDim.x - 1 && row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part, int* flag,
         int block) {
    cudaMemset(flag, 0, (rows / 32 + 1) * sizeof(int));
    product<<<(rows + 32 - 1) / 32, 32>>>(rows, row_pointer, column, value, x, y, part, flag);
}
