// finding: global-race line 17
// matrix: laplace2d:n=20
// COO, one thread per entry, with += instead of atomicAdd: two threads read the same y, and one sum is lost. The kernel
// seems to work with one entry per row, with few threads, and sometimes with many, because the threads must collide
// within a few hundred cycles. One correct result proves nothing: the order of threads is not guaranteed.
// format: coo

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void coo_race(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    y[row[k]] += value[k] * x[column[k]];
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    coo_race<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
