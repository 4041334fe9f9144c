// verdict: right
// A lane waits for another lane of its warp; then the block meets at a barrier.

// scratch: flag int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        volatile int* flag) {
    __shared__ volatile int ready;
    __shared__ T first;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (threadIdx.x == 5) {
        while (ready == 0) {}
        __threadfence_block();
        first = first + 1;
    } else if (threadIdx.x == 9) {
        first = 1;
        __threadfence_block();
        ready = 1;
    }
    __syncthreads();
    if (row < rows) y[row] = first == T(2) ? sum : 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* flag, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, flag);
}
