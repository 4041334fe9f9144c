// title: CSR, a few numbers of x held
// summary: The part that csr-adaptive takes where x is small, at the smallest size.
// source: reference
// format: csr
// scratch: warp_row int[64]
// scratch: carry_row int[64]
// scratch: carry_sum T[64]
// early: add_carries

#include "../headers/held_tiles.cuh"

void prepare(int rows, int nonzeros, const int* row_pointer, int* warp_row) {
    launch_search_rows(rows, nonzeros, row_pointer, 2, warp_row);
}

template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value,
         const int* warp_row, const T* x, T* y, int* carry_row, T* carry_sum) {
    if (nonzeros == 0) {
        cudaMemset(y, 0, rows * sizeof(T));
        return;
    }
    launch_held(rows, cols, nonzeros, cols % 2 == 0 ? min(cols, 8000) : min(cols, 5), 2, row_pointer, column, value,
                warp_row, x, y, carry_row, carry_sum);
}
