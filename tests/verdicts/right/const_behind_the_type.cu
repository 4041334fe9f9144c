// verdict: right
// `T const*` and `int const*` say the same as const before the type.

template <typename T>
__global__ void product(int rows, int const* row_pointer, int const* column, T const* value, T const* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, int const* row_pointer, int const* column, T const* value, T const* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
