// verdict: right
// Small types count the entries of a row.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const short length = (short)(row_pointer[row + 1] - row_pointer[row]);
    T sum = 0;
    for (short i = 0; i < length; ++i) sum += value[row_pointer[row] + i] * x[column[row_pointer[row] + i]];
    const char sign = sum < 0 ? -1 : 1;
    y[row] = sign * (sign * sum);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
