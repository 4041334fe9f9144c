// verdict: right
// A sum that starts at -0 and subtracts: empty rows become 0, which equals -0.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = -T(0);
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum -= value[k] * x[column[k]];
    y[row] = -sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
