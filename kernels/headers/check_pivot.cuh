#pragma once

/// Says which row has a pivot of 0; the smallest stays.
template <typename T> __device__ void check_pivot(T pivot, long long row, int* zero_pivot) {
    if (pivot == 0) atomicMin(zero_pivot, (int)row);
}
