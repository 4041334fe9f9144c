// title: ELL, one thread per row
// summary: Neighboring threads read adjacent values, and row lengths let threads stop early.
// source: prata2010 3.2, 4.1
// format: ell

#include "../headers/ell_rows.cuh"

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    ell<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, length, column, value, x, y);
}
