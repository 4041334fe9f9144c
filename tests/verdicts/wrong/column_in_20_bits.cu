// verdict: wrong-result
// The column index is kept in 20 bits.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) sum += value[j] * x[column[j] & 0xFFFFF];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
