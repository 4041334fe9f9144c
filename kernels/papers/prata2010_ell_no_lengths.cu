// Prata, Melfe, Pesqueira, Muranho 2010, section 3.1: y = A x in ELL without row lengths, one thread per row.
// This is the format as the paper first defines it: two arrays, with rows padded with zeros. Every thread runs as many
// iterations as the longest row has entries. The zeros do not change the result, as long as x is finite. Entries of a
// row are leading_dimension elements apart (the number of rows, rounded up to a multiple of 32, unlike in the paper).
// format: ell

template <typename T>
__global__ void ell_no_lengths(int rows, int width, long long leading_dimension, const int* column, const T* value,
                               const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < width; ++k) {
        const long long slot = k * leading_dimension + row;
        sum += value[slot] * x[column[slot]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int width, long long leading_dimension, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int grid = (rows + block - 1) / block;
    ell_no_lengths<<<grid, block>>>(rows, width, leading_dimension, column, value, x, y);
}
