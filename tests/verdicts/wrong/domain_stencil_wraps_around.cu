// verdict: wrong-result
// only: laplace2d

// The five-point stencil. The matrix itself is not read.
template <typename T> __global__ void stencil(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int n = 1;
    while (n * n < rows) ++n;
    const int column = row % n;
    T sum = 4 * x[row];
    if (column > 0) sum -= x[row - 1];
    if (row + 1 < rows) sum -= x[row + 1];
    if (row >= n) sum -= x[row - n];
    if (row + n < rows) sum -= x[row + n];
    y[row] = sum;
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    stencil<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
