// title: CSC, one thread per column
// summary: Each thread processes a column and adds its products to y with atomic operations.
// source: rossignon2013 3.6
// format: csc

// x is read only once, but every product must be added to an element of y by an atomic operation. The paper warns
// against this.
template <typename T>
__global__ void csc(int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= cols) return;
    const T x_j = x[column];
    const int end = column_pointer[column + 1];
    for (int k = column_pointer[column]; k < end; ++k) {
        const T product = value[k] * x_j;
        atomicAdd(&y[row[k]], product);
    }
}

template <typename T>
void run(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    if (cols > 0) csc<<<(cols + block - 1) / block, block>>>(cols, column_pointer, row, value, x, y);
}
