// verdict: wrong-result
// One block solves each level, but a large level has more rows than threads.

template <typename T>
__global__ void solve_level(int level, const int* first, const int* order, const int* row_pointer, const int* column,
                            const T* value, const T* b, T* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= first[level + 1] - first[level]) return;
    const int row = order[first[level] + i];
    const int diagonal = row_pointer[row + 1] - 1;
    T sum = b[row];
    for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[diagonal];
}

template <typename T>
void run(int levels, int most_rows, const int* first, const int* order, const int* row_pointer, const int* column,
         const T* value, const T* b, T* x, int block) {
    const int grid = 1;
    for (int level = 0; level < levels; ++level)
        solve_level<<<grid, block>>>(level, first, order, row_pointer, column, value, b, x);
}
