// verdict: unwritten-global
// The size of y in bytes is computed for float.

// format: coo
template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(float));
    product<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
