// y = A x in CSR, one thread per row. Write the work of a thread here.

template <typename T>
__global__ void my_kernel(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    my_kernel<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
