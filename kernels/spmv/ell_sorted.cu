// title: ELL sorted by length, one thread per row
// summary: Like ell, but the rows of a warp have nearly equal lengths, so lanes hardly wait for each other.
// source: prata2010 3.2, 4.2
// format: ell-sorted

#include "../headers/strided_sum.cuh"

// Like ell, with rows sorted by length: neighboring threads read neighboring values and finish at nearly the same time.
template <typename T>
__global__ void __maxnreg__(32) ell_sorted(int rows, long long leading_dimension, const int* row, const int* length,
                                           const int* column, const T* value, const T* x, T* y) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int my_row = __ldcs(row + i); // used last but loaded first, to overlap its latency with the arithmetic
    y[my_row] = strided_sum<4>(value, column, x, i, leading_dimension, length[i]);
}

template <typename T>
void run(int rows, long long leading_dimension, const int* row, const int* length, const int* column, const T* value,
         const T* x, T* y, int block) {
    ell_sorted<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, row, length, column, value, x, y);
}
