// verdict: global-race
// One thread fences and sets the flag of its block, but nothing ensures that the other warps have written by then.

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
    if (threadIdx.x == 0) {
        __threadfence();
        flag[blockIdx.x] = 1;
    }
    if (blockIdx.x > 0) {
        while (flag[blockIdx.x - 1] == 0) {}
        __threadfence();
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
