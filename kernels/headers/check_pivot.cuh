#pragma once

/// Records the row of a tridiagonal system if its pivot is 0. If several pivots are 0, the smallest row is recorded.
template <typename T> __device__ void check_pivot(T pivot, long long row, int* zero_pivot) {
    if (pivot == 0) atomicMin(zero_pivot, (int)row);
}
