// y = A x in HYB. The regular part of the rows is stored in ELL, with one thread per row; the remaining entries are in
// COO, with one thread per entry. The first launch writes y, the second one adds to it. The built-in hyb adds its COO
// part with segmented sums, but this version uses atomic additions.
// format: hyb

template <typename T>
__global__ void ell_part(int rows, long long leading_dimension, const int* ell_length, const int* ell_column,
                         const T* ell_value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = ell_length[row];
    long long slot = row;
    for (int k = 0; k < end; ++k, slot += leading_dimension) sum += ell_value[slot] * x[ell_column[slot]];
    y[row] = sum;
}

template <typename T>
__global__ void coo_part(int coo_nonzeros, const int* coo_row, const int* coo_column, const T* coo_value, const T* x,
                         T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= coo_nonzeros) return;
    atomicAdd(&y[coo_row[k]], coo_value[k] * x[coo_column[k]]);
}

template <typename T>
void run(int rows, long long leading_dimension, const int* ell_length, const int* ell_column, const T* ell_value,
         int coo_nonzeros, const int* coo_row, const int* coo_column, const T* coo_value, const T* x, T* y, int block) {
    const int ell_grid = (rows + block - 1) / block;
    ell_part<<<ell_grid, block>>>(rows, leading_dimension, ell_length, ell_column, ell_value, x, y);
    if (coo_nonzeros > 0) {
        const int coo_grid = (coo_nonzeros + block - 1) / block;
        coo_part<<<coo_grid, block>>>(coo_nonzeros, coo_row, coo_column, coo_value, x, y);
    }
}
