// Prata, Melfe, Pesqueira, Muranho 2010, sections 3.2 and 4.2, table 4: y = A x in ELL, one thread per row, rows sorted
// from short to long. The paper describes this kernel only in words. Accesses to ELL are already coalesced. Sorting
// puts rows of similar length into the same warp, so that its lanes stop at about the same time. According to the
// paper, sorting saves up to a third of the time. Consecutive entries of a row are leading_dimension elements apart,
// which is the number of rows, rounded up to a multiple of 32 (the paper does not round up).
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
