// verdict: right
// Two blocks share a row and add to y atomically.

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void half_of_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x / 2) * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + blockIdx.x % 2; k < row_pointer[row + 1]; k += 2) sum += value[k] * x[column[k]];
    atomicAdd(&y[row], sum);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    set_to_zero<<<grid, block>>>(rows, y);
    half_of_a_row<<<2 * grid, block>>>(rows, row_pointer, column, value, x, y);
}
