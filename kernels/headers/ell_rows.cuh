#pragma once

#include "strided_sum.cuh"

/// y = A x in ELL, a thread for each row, as csr-scalar; but the k-th entries of 32 neighbouring rows are neighbours in
/// memory.
template <typename T>
__global__ void __maxnreg__(32)
    ell(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = strided_sum<4>(value, column, x, row, leading_dimension, length[row]);
}
