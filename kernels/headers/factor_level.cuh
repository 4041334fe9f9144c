#pragma once

#include "is_finite.cuh"

// Computes A ≈ L U with the pattern of A, level by level. A row depends on the rows of its columns left of the
// diagonal, which are in earlier levels, so one launch computes a whole level with one thread per row. `order` lists
// the rows by level; a launch processes `count` of them, starting at `first`. L is stored below the diagonal of `lu`,
// with an implicit unit diagonal, and U on and above the diagonal.

/// Subtracts `factor` times the upper row from the rest of this row, but only in columns where both rows have entries.
/// A single merge pass finds them, because columns are in ascending order.
template <typename T>
__device__ void take_off(T factor, int theirs, int their_end, int ours, int our_end, const int* column, T* lu) {
    while (theirs < their_end && ours < our_end) {
        const int above = column[theirs], here = column[ours];
        if (above == here) {
            const T known = lu[theirs];
            lu[ours] -= factor * known;
        }
        if (above <= here) ++theirs;
        if (here <= above) ++ours;
    }
}

template <typename T>
__global__ void factor_level(const int* row_pointer, const int* column, const int* diagonal, const T* value,
                             const int* order, int first, int count, T* lu, int* zero_pivot) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int row = order[first + i];
    const int begin = row_pointer[row], end = row_pointer[row + 1], own = diagonal[row];
    for (int k = begin; k < end; ++k) lu[k] = value[k];
    for (int k = begin; k < own; ++k) {
        const int above = column[k], pivot = diagonal[above];
        const T factor = lu[k] / lu[pivot];
        lu[k] = factor;
        take_off(factor, pivot + 1, row_pointer[above + 1], k + 1, end, column, lu);
    }
    const T last = lu[own];
    if (last == 0 || !is_finite(last)) atomicMin(zero_pivot, row);
}
