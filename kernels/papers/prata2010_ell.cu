// Prata, Melfe, Pesqueira, Muranho 2010, sections 3.2 and 4.1, table 2: y = A x in ELL, one thread per row. The paper
// describes this kernel in words. The matrix is stored column by column, so in iteration k the threads of a warp read
// the k-th entries of 32 rows with one coalesced access; row lengths let a thread stop at the end of its row. Entries
// of a row are leading_dimension elements apart (the number of rows, here rounded up to a multiple of 32).
// format: ell

template <typename T>
__global__ void ell(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                    const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = length[row];
    for (int k = 0; k < end; ++k) {
        const long long slot = k * leading_dimension + row;
        sum += value[slot] * x[column[slot]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int grid = (rows + block - 1) / block;
    ell<<<grid, block>>>(rows, leading_dimension, length, column, value, x, y);
}
