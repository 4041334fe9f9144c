// verdict: right
// cudaMemset sets y to 0 before atomic additions.

// format: coo
template <typename T>
__global__ void add_entries(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    add_entries<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
// warned: 14
