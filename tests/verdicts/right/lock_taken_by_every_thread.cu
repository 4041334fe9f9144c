// verdict: right
// All threads of a warp take the same lock in turn.

// scratch: lock int[1]
// scratch: total T[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* lock, volatile T* total) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    total[0] = total[0] + 1;
    __threadfence();
    atomicExch(lock, 0);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* lock, T* total) {
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(total, 0, sizeof(T));
    product<<<(rows + 63) / 64, 64>>>(rows, row_pointer, column, value, x, y, lock, total);
}
