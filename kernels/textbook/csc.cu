// y = A x in CSC, a thread for each column: the textbook form of csc.
// x is read once, but every product goes to another row of y, and two threads may mean the same row: atomic additions.
// format: csc

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void csc(int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= cols) return;
    const T x_j = x[column];
    const int end = column_pointer[column + 1];
    for (int k = column_pointer[column]; k < end; ++k) atomicAdd(&y[row[k]], value[k] * x_j);
}

template <typename T>
void run(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    if (cols == 0) return; // 0 blocks cannot be launched
    csc<<<(cols + block - 1) / block, block>>>(cols, column_pointer, row, value, x, y);
}
