// warned: 24
// says: two `__restrict__` parameters
// The result is copied onto itself, although both pointers promise not to alias.

template <typename T>
__global__ void product(int rows, const int* __restrict__ row_pointer, const int* __restrict__ column,
                        const T* __restrict__ value, const T* __restrict__ x, T* __restrict__ y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T> __global__ void copy(int rows, const T* __restrict__ from, T* __restrict__ to) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) to[row] = from[row] + 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int blocks = (rows + block - 1) / block;
    product<<<blocks, block>>>(rows, row_pointer, column, value, x, y);
    copy<<<blocks, block>>>(rows, y, y);
}
