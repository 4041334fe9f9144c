// verdict: right
// The right side reads memory only if the left side allows it.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int k = row < rows ? row_pointer[row] : 0; row < rows && k < row_pointer[row + 1]; ++k)
        sum += value[k] * x[column[k]];
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
