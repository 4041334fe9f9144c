// finding: out-of-bounds line 15
// matrix: laplace2d:n=20
// The loop over a row uses <= instead of <. Every row adds the first entry of the next row, and the last row reads past
// the end of the arrays. The kernel seems to work if the extra entry adds nothing because it is a stored zero or is
// multiplied by a zero in x. The reads of the other rows stay inside the array and are not reported; only the index of
// the last row is out of bounds.

template <typename T>
__global__ void an_entry_too_many(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                  T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k <= end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    an_entry_too_many<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
