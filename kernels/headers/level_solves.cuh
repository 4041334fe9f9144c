#pragma once

#include "level_factors.cuh"

// Computes z = U⁻¹ L⁻¹ r level by level. The rows of a level depend only on earlier levels, so one launch solves a
// whole level with one thread per row. `order` lists the rows by level; a launch solves `count` of them from `first`
// on.

template <typename T>
__global__ void lower_level(LuFactors<T> lu, const int* order, int first, int count, const T* r, T* z) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int row = order[first + i];
    const int diagonal = lu.diagonal[row];
    T sum = r[row];
    for (int k = lu.row_pointer[row]; k < diagonal; ++k) {
        const T known = z[lu.column[k]];
        sum -= lu.value[k] * known;
    }
    z[row] = sum;
}

template <typename T> __global__ void upper_level(LuFactors<T> lu, const int* order, int first, int count, T* z) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int row = order[first + i];
    const int diagonal = lu.diagonal[row];
    const int end = lu.row_pointer[row + 1];
    T sum = z[row];
    for (int k = diagonal + 1; k < end; ++k) {
        const T known = z[lu.column[k]];
        sum -= lu.value[k] * known;
    }
    z[row] = sum / lu.value[diagonal];
}
