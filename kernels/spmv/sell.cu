// title: SELL-C-sigma, one thread per row
// summary: Slices of rows with similar lengths, stored column by column: coalesced with little padding.
// source: reference
// format: sell

#include "../headers/strided_sum.cuh"

// One thread per row, as in ell, but each slice of C rows is only as wide as its longest row. Rows of similar length
// are grouped, so one long row widens one slice instead of the whole matrix.
template <typename T>
__global__ void __maxnreg__(32) sell(int rows, int slice_height, const long long* slice_pointer, const int* row,
                                     const int* column, const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int my_row = __ldcs(row + i); // used last but loaded first, to overlap its latency with the arithmetic
    const int slice = i / slice_height;
    const long long begin = slice_pointer[slice];
    const int width = (int)(slice_pointer[slice + 1] - begin) / slice_height;
    y[my_row] = strided_sum<4>(value, column, x, begin + i % slice_height, (long long)slice_height, width);
}

template <typename T>
void run(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column, const T* value,
         const T* x, T* y, int block) {
    sell<<<(rows + block - 1) / block, block>>>(rows, slice_height, slice_pointer, row, column, value, x, y);
}
