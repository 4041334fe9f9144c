// Prata, Melfe, Pesqueira, Muranho 2010, sections 3.2 and 4.1, table 1: y = A x in CSR, one thread per row. The paper
// describes this kernel in words. It is the baseline for all other kernels: nothing is shared, so no thread waits, but
// the 32 lanes of a warp read from 32 distant addresses, and all of them are occupied until the longest row is done.

template <typename T>
__global__ void csr_scalar(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    csr_scalar<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
