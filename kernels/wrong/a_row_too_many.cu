// finding: out-of-bounds line 13
// matrix: laplace2d:n=20
// The guard says > where it should say >=, so the thread beyond the last row goes on: its row ends where row_pointer has no
// entry any more.
// It seems to work where the rows are a multiple of the block size, for then there is no such thread; and else often too,
// because memory is handed out in large pieces and what lies behind an array is rarely forbidden.

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
