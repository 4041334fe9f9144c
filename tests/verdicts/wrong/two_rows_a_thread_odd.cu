// verdict: out-of-bounds
// A thread takes two rows, but the number of rows may be odd.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= rows) return;
    for (int i = 0; i < 2; ++i) {
        T sum = 0;
        for (int k = row_pointer[row + i]; k < row_pointer[row + i + 1]; ++k) sum += value[k] * x[column[k]];
        y[row + i] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int threads = (rows + 1) / 2;
    product<<<(threads + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
