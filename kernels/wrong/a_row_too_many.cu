// finding: out-of-bounds line 13
// matrix: laplace2d:n=20
// The bounds check uses > instead of >=, so the thread after the last row continues and reads past the end of
// row_pointer. The kernel seems to work if the number of rows is a multiple of the block size, because then there is no
// such thread. It often seems to work in other cases, too: memory is allocated in large chunks, so accesses just past
// the end of an array rarely fault.

template <typename T>
__global__ void a_row_too_many(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row > rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    a_row_too_many<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
