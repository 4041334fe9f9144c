// finding: divergent-meeting line 16
// matrix: laplace2d:n=20
// Each block copies its row pointers to shared memory, but the barrier is inside the branch for threads that have a
// row. In the last block, threads without a row never reach it. The kernel seems to work if the number of rows is a
// multiple of the block size. Otherwise, some GPUs hang, some count exited threads as arrived, and some let warps pass
// that should have waited.

template <typename T>
__global__ void barrier_in_branch(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                  T* y) {
    __shared__ int pointer[1025];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        pointer[threadIdx.x] = row_pointer[row];
        if (threadIdx.x == blockDim.x - 1 || row == rows - 1) pointer[threadIdx.x + 1] = row_pointer[row + 1];
        __syncthreads();
        T sum = 0;
        const int end = pointer[threadIdx.x + 1];
        for (int k = pointer[threadIdx.x]; k < end; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    barrier_in_branch<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
