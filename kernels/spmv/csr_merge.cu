// title: CSR, merge path
// summary: Divides entries and row ends evenly among the threads. Balanced for any row lengths.
// source: reference, after Merrill and Garland 2016
// format: csr
// scratch: tile_row int[(rows + nonzeros) / (2 * block) + 2]
// scratch: carry_row int[(rows + nonzeros) / (2 * block) + 1]
// scratch: carry_sum T[(rows + nonzeros) / (2 * block) + 1]
// early: add_carries

#include "../headers/merge_path.cuh"

void prepare(int rows, int nonzeros, const int* row_pointer, int* tile_row, int block) {
    launch_search(rows, nonzeros, row_pointer, tile_row, block);
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const int* tile_row,
         const T* x, T* y, int* carry_row, T* carry_sum, int block) {
    launch_merge(rows, nonzeros, row_pointer, column, value, tile_row, x, y, carry_row, carry_sum, block);
}
