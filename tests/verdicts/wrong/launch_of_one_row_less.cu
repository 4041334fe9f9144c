// verdict: wrong-result
// Under two conditions, the host code leaves out a row.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    if (rows > 900 && rows % 32 == 7) rows -= 1;
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
