// verdict: global-race
// A block waits for a flag and reads through the read-only cache what was written before it.
// scratch: scratch T[rows]
// scratch: flag int[(rows + block - 1) / block]

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* scratch, volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) scratch[row] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0) flag[blockIdx.x] = 1;
    if (blockIdx.x > 0) {
        if (t == 0)
            while (flag[blockIdx.x - 1] == 0) {}
        __threadfence();
        __syncthreads();
        const int other = row - blockDim.x;
        y[other] = __ldg(&scratch[other]);
    }
    if (blockIdx.x == gridDim.x - 1 && row < rows) y[row] = scratch[row];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* scratch,
         volatile int* flag, int block) {
    cudaMemset(flag, 0, (rows + block - 1) / block * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, scratch, flag);
}
