// title: CSR sorted by length, one thread per row
// summary: Like csr-scalar, but the rows of a warp have nearly equal lengths, so lanes hardly wait for each other.
// source: prata2010 3.2, 4.2
// format: csr-sorted

// The 32 rows of a warp end at nearly the same time. However, the lanes still read from 32 distant addresses.
template <typename T>
__global__ void csr_scalar_sorted(int rows, const int* row_pointer, const int* row, const int* column, const T* value,
                                  const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    const int end = row_pointer[i + 1];
    for (int k = row_pointer[i]; k < end; ++k) {
        const T x_j = x[column[k]];
        sum += value[k] * x_j;
    }
    y[row[i]] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* row, const int* column, const T* value, const T* x, T* y,
         int block) {
    csr_scalar_sorted<<<(rows + block - 1) / block, block>>>(rows, row_pointer, row, column, value, x, y);
}
