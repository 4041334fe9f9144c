// finding: unwritten-global line 16
// matrix: laplace2d:n=20
// A warp for each row, whose lanes add their shares to y by atomicAdd, and y is never set to zero. The sums begin with
// whatever lay in that memory before.
// It seems to work in a fresh program: the memory of a new process is often zero, and the second run in the same process is
// wrong. What a kernel adds to must be written first, by cudaMemset or by a launch of its own.
// format: csr

template <typename T>
__global__ void sum_on_nothing(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread / 32, lane = thread % 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) { sum += value[k] * x[column[k]]; }
    atomicAdd(&y[row], sum);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    sum_on_nothing<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
