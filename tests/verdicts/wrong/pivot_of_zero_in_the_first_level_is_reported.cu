// verdict: refused
// Of the rows with a pivot of 0, the smallest of the first level is reported, although a row before it, in a later
// level, has one too.

// scratch: lowest int[rows]
#include "../headers/factor_level.cuh"

template <typename T>
__global__ void factor(const int* row_pointer, const int* column, const int* diagonal, const T* value, const int* order,
                       int first, int count, T* lu, int* lowest) {
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
    if (lu[own] == 0) atomicMin(lowest, row);
}

__global__ void keep(const int* lowest, int* zero_pivot) {
    if (*zero_pivot == INT_MAX && *lowest != 0x7f7f7f7f) *zero_pivot = *lowest;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, const int* order,
         const int* first, int levels, T* lu, int* zero_pivot, int* lowest, int block) {
    cudaMemset(lowest, 0x7f, rows * sizeof(int));
    for (int l = 0; l < levels; ++l) {
        const int count = first[l + 1] - first[l];
        factor<<<(count + block - 1) / block, block>>>(row_pointer, column, diagonal, value, order, first[l], count, lu,
                                                       lowest + l);
        keep<<<1, 1>>>(lowest + l, zero_pivot);
    }
}
