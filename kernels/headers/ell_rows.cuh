#pragma once

#include "strided_sum.cuh"

/// Computes y = A x in ELL with one thread per row, as in csr-scalar. The k-th entries of 32 neighboring rows are
/// adjacent.
template <typename T>
__global__ void __maxnreg__(32)
    ell(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = strided_sum<4>(value, column, x, row, leading_dimension, length[row]);
}
