// verdict: wrong-result
// y is set to 0 once, but the product is added twice.

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] += sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    set_to_zero<<<grid, block>>>(rows, y);
    product<<<grid, block>>>(rows, row_pointer, column, value, x, y);
    product<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
