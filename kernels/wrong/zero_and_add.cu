// finding: global-race line 14
// matrix: laplace2d:n=20
// y is set to zero in the same launch that adds to it. Nothing ensures that the zero of one thread is written before
// the addition of another; if it is written later, it erases sums. The kernel seems to work on small matrices, because
// blocks start in ascending order, and the first ones clear the rows that later ones add to. On a full GPU, blocks run
// in any order. Only the end of a launch synchronizes all threads.
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
