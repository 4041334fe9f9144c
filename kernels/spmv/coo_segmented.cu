// title: COO, segmented sums
// summary: Warps process intervals of entries and add up runs of equal rows. Balanced for any row lengths.
// source: it168, all three phases
// format: coo
// scratch: carry_row int[nonzeros / 128 + 1]
// scratch: carry_sum T[nonzeros / 128 + 1]
// early: add_carries

#include "../headers/coo_intervals.cuh"

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* carry_row,
         T* carry_sum, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    add_product<false>(rows, nonzeros, row, column, value, x, y, carry_row, carry_sum, block);
}
