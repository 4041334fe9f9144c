// verdict: wrong-result
// The division is skipped if the pivot is below 1e-10.
template <typename T>
__global__ void k(int rows, int levels, const int* first, const int* order, const int* row_pointer, const int* column,
                  const T* value, const T* b, T* x, int level) {
    const int at = first[level] + blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= first[level + 1]) return;
    const int row = order[at], g = row_pointer[row + 1] - 1;
    T s = b[row];
    for (int j = row_pointer[row]; j < g; ++j) s -= value[j] * x[column[j]];
    x[row] = fabs(value[g]) < T(1e-10) ? s : s / value[g];
}
template <typename T>
void run(int rows, int levels, const int* first, const int* order, const int* row_pointer, const int* column,
         const T* value, const T* b, T* x, int block) {
    for (int level = 0; level < levels; ++level)
        k<<<(first[level + 1] - first[level] + block - 1) / block, block>>>(rows, levels, first, order, row_pointer,
                                                                            column, value, b, x, level);
}
