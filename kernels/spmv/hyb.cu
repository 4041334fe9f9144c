// title: HYB, ELL then COO
// summary: One thread per row computes the regular part, and segmented sums add the remaining entries.
// source: it168, after Bell and Garland
// format: hyb
// scratch: carry_row int[coo_nonzeros / 128 + 1]
// scratch: carry_sum T[coo_nonzeros / 128 + 1]
// early: add_carries

#include "../headers/coo_intervals.cuh"
#include "../headers/ell_rows.cuh"

// The regular part is multiplied by ell, which is fast for rows of equal length. The remaining entries of a few long
// rows are added by coo-segmented, whose speed does not depend on row lengths.
template <typename T>
void run(int rows, long long leading_dimension, const int* ell_length, const int* ell_column, const T* ell_value,
         int coo_nonzeros, const int* coo_row, const int* coo_column, const T* coo_value, const T* x, T* y,
         int* carry_row, T* carry_sum, int block) {
    ell<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, ell_length, ell_column, ell_value, x, y);
    add_product<true>(rows, coo_nonzeros, coo_row, coo_column, coo_value, x, y, carry_row, carry_sum, block);
}
