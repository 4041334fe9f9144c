// y = A x in CSR, a thread for each row.

template <typename T>
__global__ void thread_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    thread_a_row<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
