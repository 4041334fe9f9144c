// verdict: endless-loop or refused
// run launches the first level in an endless loop.

template <typename T>
__global__ void level_of(int first_row, int end, const int* order, const int* row_pointer, const int* column,
                         const T* value, const T* b, T* x) {
    const int i = first_row + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= end) return;
    const int row = order[i], last = row_pointer[row + 1] - 1;
    T sum = b[row];
    for (int k = row_pointer[row]; k < last; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[last];
}

template <typename T>
void run(int rows, int levels, const int* first, const int* order, const int* row_pointer, const int* column,
         const T* value, const T* b, T* x, int block) {
    int level = 0;
    while (level < levels)
        level_of<<<(first[level + 1] - first[level] + block - 1) / block, block>>>(
            first[level], first[level + 1], order, row_pointer, column, value, b, x);
}
