// verdict: wrong-result
// Without a branch, long rows whose index is 3 modulo 7 start one entry too late.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int end = row_pointer[row + 1], length = end - row_pointer[row];
    T sum = 0;
    for (int k = end - length + (length > 700 && row % 7 == 3 ? 1 : 0); k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
