// verdict: right
// warned: 18
// says: Padding is multiplied by x
// A block stores zeros where the matrix has no entry; 0 * infinity is NaN.

template <typename T>
__global__ void k(int rows, int block_size, const int* pointer, const int* column, const T* value, const T* x, T* y,
                  int cols) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int r = row / block_size, i = row % block_size;
    T sum = 0;
    for (int k = pointer[r]; k < pointer[r + 1]; ++k)
        for (int j = 0; j < block_size; ++j) {
            const long long c = (long long)column[k] * block_size + j;
            if (c < cols) sum += value[((long long)k * block_size + i) * block_size + j] * x[c];
        }
    y[row] = sum;
}
template <typename T>
void run(int rows, int cols, int block_size, int block_rows, int blocks, const int* pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, block_size, pointer, column, value, x, y, cols);
}
