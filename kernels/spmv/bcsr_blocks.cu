// title: BCSR block by block, one thread per row
// summary: The usual layout: neighboring threads read values that are a row of a block apart.
// source: rossignon2013 3.5, the usual layout
// format: bcsr-blocks

#include "../headers/bcsr_block_rows.cuh"

template <typename T>
void run(int rows, int block_size, const int* pointer, const int* column, const T* value, const T* x, T* y, int block) {
    bcsr_blocks<<<(rows + block - 1) / block, block>>>(rows, block_size, pointer, column, value, x, y);
}
