#pragma once

/// Records the index of a row of a tridiagonal system with a pivot of 0. The smallest index is kept.
template <typename T> __device__ void check_pivot(T pivot, long long row, int* zero_pivot) {
    if (pivot == 0) atomicMin(zero_pivot, (int)row);
}
