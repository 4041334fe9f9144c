// verdict: wrong-result
// The product with the transpose is the same for a symmetric matrix only.

template <typename T> __global__ void zero(int rows, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = 0;
}

template <typename T>
__global__ void product(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || row >= cols) return;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        if (column[k] < rows) atomicAdd(&y[column[k]], value[k] * x[row]);
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    zero<<<(rows + block - 1) / block, block>>>(rows, y);
    product<<<(rows + block - 1) / block, block>>>(rows, cols, row_pointer, column, value, x, y);
}
