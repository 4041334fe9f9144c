// title: BCSR, one warp per block row
// summary: Lanes read whole columns of dense blocks: one index and one element of x serve b values.
// source: rossignon2013 3.5, algorithm 1
// format: bcsr

#include "../headers/bcsr_rows.cuh"

template <typename T>
void run(int rows, int block_size, int block_rows, int stored_columns, const int* pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    launch_bcsr(rows, block_size, block_rows, stored_columns, pointer, column, value, x, y, block);
}
