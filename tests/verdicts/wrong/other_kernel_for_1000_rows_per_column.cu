// verdict: wrong-result
// Matrices with far more rows than columns take another path, which is wrong.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int cols) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = rows > 1000LL * cols ? sum * 2 : sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block, int cols) {
    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, cols);
}
