// verdict: wrong-result
// A value below 1e-15 is treated as 0.
template <typename T>
__global__ void k(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value,
                  const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) {
        if (abs(value[j]) < T(1e-15)) continue;
        sum += value[j] * x[column[j]];
    }
    y[row] = sum;
}
template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, cols, nonzeros, row_pointer, column, value, x, y);
}
