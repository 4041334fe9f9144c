// verdict: right
// All threads fence before the barrier, and one thread sets the flag behind it; one thread waits for all of its block.

// scratch: part T[rows]
// scratch: flag int[(rows + block - 1) / block]
template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part,
                  volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        part[row] = sum;
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) flag[blockIdx.x] = 1;
    if (blockIdx.x > 0) {
        if (threadIdx.x == 0)
            while (flag[blockIdx.x - 1] == 0) {}
        __threadfence();
        __syncthreads();
        const int other = row - blockDim.x;
        y[other] = part[other];
    }
    if (blockIdx.x == gridDim.x - 1 && row < rows) y[row] = part[row];
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part, int* flag,
         int block) {
    const int blocks = (rows + block - 1) / block;
    cudaMemset(flag, 0, blocks * sizeof(int));
    k<<<blocks, block>>>(rows, row_pointer, column, value, x, y, part, flag);
}
