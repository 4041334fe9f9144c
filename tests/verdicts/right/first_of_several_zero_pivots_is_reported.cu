// verdict: right
// A level has several rows with a pivot of 0, and the smallest is reported.

#include "../headers/factor_level.cuh"

template <typename T>
__global__ void factor(const int* row_pointer, const int* column, const int* diagonal, const T* value, const int* order,
                       int first, int count, T* lu, int* zero_pivot) {
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
    if (lu[own] == 0) atomicMin(zero_pivot, row);
}

template <typename T>
void run(const int* row_pointer, const int* column, const int* diagonal, const T* value, const int* order,
         const int* first, int levels, T* lu, int* zero_pivot, int block) {
    for (int l = 0; l < levels; ++l) {
        const int count = first[l + 1] - first[l];
        factor<<<(count + block - 1) / block, block>>>(row_pointer, column, diagonal, value, order, first[l], count, lu,
                                                       zero_pivot);
    }
}
