// verdict: right
// The alternative tokens and, or and not_eq.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (not(row < rows) or row < 0) return;
    T s = 0;
    for (int j = row_pointer[row]; j < row_pointer[row + 1] and j not_eq -1; ++j) s += value[j] * x[column[j]];
    y[row] = s;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
