// y = A x in COO, a thread for each entry: the textbook form of coo-atomic.
// Every thread adds one product to y. Entries of one row add to the same place, so the addition must be atomic; its order,
// and with it the last digits, may change from run to run.
// format: coo

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void coo_atomic(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    if (nonzeros == 0) return; // 0 blocks cannot be launched
    coo_atomic<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
