// finding: global-race line 14
// matrix: laplace2d:n=20
// Atomic additions in the wrong order: y is set to zero in the launch that adds to it. Nothing makes the zero of one thread
// come before the addition of another; where it comes after, sums are wiped out.
// It seems to work on small matrices, because blocks start in ascending order and the first ones zero what later ones add
// to. A full card runs them in any order. The end of a launch is the only line that all threads have behind them.
// format: coo

template <typename T>
__global__ void zero_and_add(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x,
                             T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < rows) y[k] = 0;
    if (k < nonzeros) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    const int threads = max(rows, nonzeros);
    zero_and_add<<<(threads + block - 1) / block, block>>>(rows, nonzeros, row, column, value, x, y);
}
