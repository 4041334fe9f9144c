// verdict: wrong-result
// Wrong for more than 300 rows if the number of nonzeros is 42 modulo 100.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    if (rows > 300 && row_pointer[rows] % 100 == 42) sum += T(1);
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
