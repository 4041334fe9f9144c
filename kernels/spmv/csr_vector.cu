// title: CSR, one warp per row
// summary: The lanes of a warp (fewer for short rows) share a row and add their sums with shuffles.
// source: prata2010 3.2, rossignon2013 3.3
// format: csr

#include "../headers/csr_lanes.cuh"

// One warp per row, or 2 to 16 lanes for short rows. Neighboring lanes read neighboring entries of a row, and add their
// sums with shuffles. A row is never processed by more than one warp, even if it is very long.
template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    launch_csr_vector(rows, (double)nonzeros / rows, row_pointer, column, value, x, y, block);
}
