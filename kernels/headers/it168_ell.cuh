#pragma once

/// The regular part of HYB, stored in ELL. The row lengths are our addition: IT168 and NVIDIA, "SpMV on the COO
/// format", does not describe how this part is stored.
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
