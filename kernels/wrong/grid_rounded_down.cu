// finding: wrong-result
// matrix: laplace2d:n=20
// The number of blocks is rounded down, so there are no threads for the last rows, and their y keeps its old values. It
// seems to work if the number of rows is a multiple of the block size, like 1024 or 4096, and if y still holds the
// correct result of the previous run. Fill y with NaN before a test.

template <typename T>
__global__ void grid_rounded_down(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                  T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    grid_rounded_down<<<rows / block, block>>>(rows, row_pointer, column, value, x, y);
}
