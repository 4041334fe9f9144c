// verdict: wrong-result or out-of-bounds
// The first entry of a row is the sum of lengths, in 16 bits.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const unsigned short begin = row_pointer[row];
    const int length = row_pointer[row + 1] - row_pointer[row];
    T sum = 0;
    for (int k = 0; k < length; ++k) sum += value[begin + k] * x[column[begin + k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
