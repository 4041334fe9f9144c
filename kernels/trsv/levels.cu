// title: One launch per level
// summary: Solves independent rows in one launch with one thread per row. Slow if there are many levels.
// source: Anderson & Saad 1989; next step of rossignon2013
// format: csr

// L x = b level by level. The rows of a level depend only on earlier levels, so one launch solves all of them, one
// thread per row, and the next level starts after the launch ends.
//
// This is fast for few, wide levels. If every row depends on the previous one, n rows take n launches of one thread
// each, and a launch takes far longer than solving a row. The rows of a level are not contiguous in memory, so accesses
// of neighboring threads are not coalesced.
template <typename T>
__global__ void level(const int* row_pointer, const int* column, const T* value, const int* order, int first, int count,
                      const T* b, T* x) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int row = order[first + i];
    const int diagonal = row_pointer[row + 1] - 1; // the diagonal entry is the last entry of the row
    T sum = b[row];
    for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[diagonal];
}

template <typename T>
void run(const int* row_pointer, const int* column, const T* value, const int* order, const int* first, int levels,
         const T* b, T* x, int block) {
    for (int l = 0; l < levels; ++l) {
        const int count = first[l + 1] - first[l];
        level<<<(count + block - 1) / block, block>>>(row_pointer, column, value, order, first[l], count, b, x);
    }
}
