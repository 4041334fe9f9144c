// verdict: endless-loop
// Each lane waits for the next one of its warp before it sets its own flag.

// scratch: flag int[rows + 32]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    while (flag[row - lane + (lane + 1) % 32] == 0 && lane < 31) {}
    if (lane == 31)
        while (flag[row - lane] == 0) {}
    flag[row] = 1;
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* flag, int block) {
    cudaMemset(flag, 0, (rows + 32) * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, flag);
}
