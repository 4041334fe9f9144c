// verdict: wrong-result or out-of-bounds
// Multiplies by the transpose.

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) atomicAdd(&y[column[k]], value[k] * x[row]);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    set_to_zero<<<grid, block>>>(rows, y);
    product<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
