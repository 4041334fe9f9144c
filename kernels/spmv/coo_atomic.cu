// title: COO, one thread per entry
// summary: Each thread adds one product to y with an atomic operation.
// source: reference; a thread for each entry: prata2010 3.2, after Bell and Garland
// format: coo

template <typename T>
__global__ void coo_atomic(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const long long k = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    atomicAdd(&y[__ldcs(row + k)], __ldcs(value + k) * x[__ldcs(column + k)]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    if (nonzeros > 0) coo_atomic<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
