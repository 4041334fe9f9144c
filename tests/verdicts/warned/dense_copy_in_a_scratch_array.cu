// verdict: right
// warned: 6
// says: the scratch arrays are too large
// A scratch array for a dense matrix does not fit in memory, although the sparse matrix does.

// scratch: dense T[rows * cols]

template <typename T>
__global__ void k(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                  T* dense) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T* const mine = dense + (long long)row * cols;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) mine[column[k]] = value[k];
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += mine[column[k]] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* dense,
         int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, cols, row_pointer, column, value, x, y, dense);
}
