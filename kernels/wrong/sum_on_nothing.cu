// finding: unwritten-global line 16
// matrix: laplace2d:n=20
// One warp per row. Its lanes add their parts to y with atomicAdd, but y is never set to zero, so the sums start with
// the previous contents of that memory. The kernel seems to work in a fresh program, because the memory of a new
// process is often zero; the second run in the same process is wrong. Before adding to an array, initialize it with
// cudaMemset or in a separate launch.
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
