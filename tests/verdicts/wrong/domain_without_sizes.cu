// verdict: refused
// sizes: 9 .. 5

// There is no bounds check, because every thread of the grid has a row.
template <typename T>
__global__ void multiply(const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * 32 + threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    multiply<<<rows / 32, 32>>>(row_pointer, column, value, x, y);
}
