// verdict: right
// Threads write the bytes of one int, each its own.
// scratch: flags int[rows]

template <typename T> __global__ void mark(int rows, const int* row_pointer, unsigned char* flags) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) flags[row] = row_pointer[row] == row_pointer[row + 1];
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        const unsigned char* is_empty) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = is_empty[row] ? 0 : sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block, int* flags) {
    mark<T><<<(rows + block - 1) / block, block>>>(rows, row_pointer, (unsigned char*)flags);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, (const unsigned char*)flags);
}
