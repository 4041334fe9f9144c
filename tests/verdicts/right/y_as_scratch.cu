// verdict: right
// The first launch stores the number of entries in y, the second the sum.

template <typename T> __global__ void count(int rows, const int* row_pointer, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = row_pointer[row + 1] - row_pointer[row];
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = begin + (int)y[row];
    T sum = 0;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    count<<<grid, block>>>(rows, row_pointer, y);
    product<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
