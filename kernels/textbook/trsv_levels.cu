// L x = b level by level: the textbook version of levels. L is a lower triangle in CSR, with the diagonal last in each
// row. The rows of a level depend only on earlier levels, so one launch solves all of them, with one thread per row.
// `order` lists the rows by level; level l starts at first[l]. The host does not know the sizes of the levels, so each
// launch has enough threads for the largest level, and threads past the end of their level return immediately.

template <typename T>
__global__ void solve_level(int level, const int* first, const int* order, const int* row_pointer, const int* column,
                            const T* value, const T* b, T* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= first[level + 1] - first[level]) return;
    const int row = order[first[level] + i];
    const int diagonal = row_pointer[row + 1] - 1; // the diagonal is the last entry of the row
    T sum = b[row];
    for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[diagonal];
}

template <typename T>
void run(int levels, int most_rows, const int* first, const int* order, const int* row_pointer, const int* column,
         const T* value, const T* b, T* x, int block) {
    const int grid = (most_rows + block - 1) / block;
    for (int level = 0; level < levels; ++level)
        solve_level<<<grid, block>>>(level, first, order, row_pointer, column, value, b, x);
}
