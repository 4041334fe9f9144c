// verdict: wrong-result
// The last entry is left out if the length of the row is a multiple of 128.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], length = row_pointer[row + 1] - begin;
    T sum = 0;
    for (int k = 0; k < length - (length > 0 && length % 128 == 0); ++k) sum += value[begin + k] * x[column[begin + k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
