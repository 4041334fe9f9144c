// Prata, Melfe, Pesqueira, Muranho 2010, sections 3.2 and 4.2, table 3: y = A x in CSR, one thread per row, rows
// sorted from short to long.
// The paper describes this kernel in words. The 32 rows of a warp have nearly the same length, so that no lane waits
// for another. y keeps the order of the matrix, so each thread looks up the position of its row.
// format: csr-sorted

template <typename T>
__global__ void csr_sorted(int rows, const int* row_pointer, const int* row, const int* column, const T* value,
                           const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    const int end = row_pointer[i + 1];
    for (int k = row_pointer[i]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row[i]] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* row, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int grid = (rows + block - 1) / block;
    csr_sorted<<<grid, block>>>(rows, row_pointer, row, column, value, x, y);
}
