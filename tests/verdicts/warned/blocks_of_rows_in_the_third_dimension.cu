// verdict: right
// warned: 16
// says: matrices with 2,097,121 or more rows
// A block in z for each 32 rows: 2,097,121 rows are too many.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.z * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<dim3(1, 1, (rows + 31) / 32), 32>>>(rows, row_pointer, column, value, x, y);
}
