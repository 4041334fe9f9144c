// verdict: right
// Block 0 sets the flag, which run clears before the launch.

// scratch: ready int[1]
// scratch: shared_x T[1]

template <typename T>
__global__ void product(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y, volatile int* ready, volatile T* shared_x) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, middle = nonzeros / 2;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        if (nonzeros > 0) shared_x[0] = x[column[middle]];
        __threadfence();
        ready[0] = 1;
    }
    if (threadIdx.x == 0)
        while (ready[0] == 0) {}
    __syncthreads();
    __threadfence();
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        sum += value[k] * (k == middle ? shared_x[0] : x[column[k]]);
    y[row] = sum;
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int* ready, T* shared_x, int block) {
    cudaMemset(ready, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, nonzeros, row_pointer, column, value, x, y, ready, shared_x);
}
