// finding: wrong-result
// matrix: laplace2d:n=20
// x: random:1
// x is indexed by the row instead of the column of the entry. The index is valid, so only the result reveals the bug.
// The kernel seems to work if x contains only ones, the usual first test, and with a diagonal matrix. An x with
// distinct elements reveals the bug immediately.

template <typename T> __global__ void x_by_row(int rows, const int* row_pointer, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[row];
    y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    x_by_row<<<grid, block>>>(rows, row_pointer, value, x, y);
}
