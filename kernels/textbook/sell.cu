// y = A x in SELL-C-sigma, one thread per row: the textbook version of sell. Every slice of rows is a separate
// ELL matrix, as wide as its longest row. Padding has column -1.
// format: sell

template <typename T>
__global__ void sell(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column,
                     const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int slice = i / slice_height;
    const long long end = slice_pointer[slice + 1];
    T sum = 0;
    for (long long slot = slice_pointer[slice] + i % slice_height; slot < end; slot += slice_height)
        if (column[slot] >= 0) sum += value[slot] * x[column[slot]];
    y[row[i]] = sum;
}

template <typename T>
void run(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column, const T* value,
         const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    sell<<<grid, block>>>(rows, slice_height, slice_pointer, row, column, value, x, y);
}
