// title: CSR, one thread per row
// summary: Each thread processes its own row, so the 32 lanes of a warp read from 32 distant locations.
// source: prata2010 3.2, 4.1
// format: csr

template <typename T>
__global__ void csr_scalar(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    csr_scalar<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
