// y = A x in ELL, one thread per row: the textbook version of ell. The k-th entries of 32 neighboring rows are adjacent
// in memory, and the row length lets a thread stop early.
// format: ell

template <typename T>
__global__ void ell(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                    const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = length[row];
    long long slot = row;
    for (int k = 0; k < end; ++k, slot += leading_dimension) sum += value[slot] * x[column[slot]];
    y[row] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int grid = (rows + block - 1) / block;
    ell<<<grid, block>>>(rows, leading_dimension, length, column, value, x, y);
}
