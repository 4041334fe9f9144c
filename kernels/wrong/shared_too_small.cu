// finding: out-of-bounds line 14
// matrix: laplace2d:n=20
// One block per row. The launch requests four bytes of shared memory per thread, but each thread stores a double. The
// kernel was first written for float, where four bytes were correct. The kernel seems to work with small blocks,
// because shared memory is allocated in units of at least 256 bytes. Use the sizeof of the type that is stored.

__global__ void block_a_row(int rows, const int* row_pointer, const int* column, const double* value, const double* x,
                            double* y) {
    extern __shared__ double sums[];
    const int row = blockIdx.x, t = threadIdx.x;
    double sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + t; k < end; k += blockDim.x) sum += value[k] * x[column[k]];
    sums[t] = sum;
    __syncthreads();
    if (t == 0) {
        double total = 0;
        for (int i = 0; i < blockDim.x; ++i) total += sums[i];
        y[row] = total;
    }
}

void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y,
         int block) {
    block_a_row<<<rows, block, block * sizeof(float)>>>(rows, row_pointer, column, value, x, y);
}
