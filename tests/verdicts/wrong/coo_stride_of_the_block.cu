// verdict: wrong-result
// Each block loops over all entries.

template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    for (int k = threadIdx.x; k < nonzeros; k += blockDim.x) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
