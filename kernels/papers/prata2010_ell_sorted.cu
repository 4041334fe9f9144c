// Prata, Melfe, Pesqueira, Muranho 2010, sections 3.2 and 4.2, table 4: y = A x in ELL, one thread per row, rows sorted
// from short to long. The paper describes this kernel in words. ELL already has coalesced accesses; sorting puts rows
// of equal length into the same warp, so that all its lanes stop in the same iteration. The paper gains up to a third
// from this. Entries of a row are leading_dimension apart: the number of rows, rounded up to a multiple of 32 (not in
// the paper).
// format: ell-sorted

template <typename T>
__global__ void ell_sorted(int rows, long long leading_dimension, const int* row, const int* length, const int* column,
                           const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    const int end = length[i];
    for (int k = 0; k < end; ++k) {
        const long long slot = k * leading_dimension + i;
        sum += value[slot] * x[column[slot]];
    }
    y[row[i]] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* row, const int* length, const int* column, const T* value,
         const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    ell_sorted<<<grid, block>>>(rows, leading_dimension, row, length, column, value, x, y);
}
