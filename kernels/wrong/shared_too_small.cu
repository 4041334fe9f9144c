// finding: out-of-bounds line 14
// matrix: laplace2d:n=20
// A block for each row. The launch asks for four bytes of shared memory a thread, and each thread stores a double.
// It seems to work since the kernel came from one in float, where four bytes were right; and with small blocks it goes on
// working, because shared memory is handed out in pieces of 256 bytes and more. Write sizeof of the type that is stored.

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
