// finding: wrong-result
// matrix: random-rows:n=64,fraction=0.2
// The sum is an int, so every addition drops the fractional part. The kernel seems to work for integer matrices, such
// as the Laplacian, graphs or textbook examples, if x contains only ones. The compiler does not warn, because C
// converts a double to an int implicitly.

template <typename T>
__global__ void sum_in_int(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    sum_in_int<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
