// verdict: right
// A lock lets one thread at a time add to y.

// format: coo
// scratch: lock int[1]
template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, volatile T* y,
                        int* lock) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    bool is_done = false;
    while (!is_done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            y[row[k]] = y[row[k]] + value[k] * x[column[k]];
            __threadfence();
            atomicExch(lock, 0);
            is_done = true;
        }
    }
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* lock,
         int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    cudaMemset(lock, 0, sizeof(int));
    product<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y, lock);
}
// warned: 28
