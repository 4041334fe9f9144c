// title: One launch per level
// summary: Factorizes independent rows in one launch with one thread per row. Slow if there are many levels.
// source: Saad 2003, section 10.3.2; Anderson & Saad 1989; next step of rossignon2013
// format: csr

#include "../headers/factor_level.cuh"

// A ≈ L U with the pattern of A, ILU(0), level by level. The levels are the same as for solves with L: an entry left of
// the diagonal in column j means that its row depends on row j. There is one launch per level.
//
// This is fast for few, wide levels. A chain of n rows takes n launches with one thread each. Neighboring threads
// process distant rows, so few accesses are coalesced.
template <typename T>
void run(const int* row_pointer, const int* column, const int* diagonal, const T* value, const int* order,
         const int* first, int levels, T* lu, int* zero_pivot, int block) {
    for (int l = 0; l < levels; ++l) {
        const int count = first[l + 1] - first[l];
        factor_level<<<(count + block - 1) / block, block>>>(row_pointer, column, diagonal, value, order, first[l],
                                                             count, lu, zero_pivot);
    }
}
