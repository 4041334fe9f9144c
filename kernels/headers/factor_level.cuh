#pragma once

#include "is_finite.cuh"

// A ≈ L U with the pattern of A, level by level. A row needs the finished rows that its entries left of the diagonal name,
// and those stand in earlier levels. So a launch makes all rows of a level at once, a thread each. `order` holds the rows
// by level; those of a launch are `count` of them, from `first` on. L stands below the diagonal of `lu`, its own diagonal
// is 1 and not stored; U stands from the diagonal on.

/// What a row above takes off the rest of this row: `factor` times what stands in both. Columns ascend in both rows, so one
/// walk finds what they share.
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
