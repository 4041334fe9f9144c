// verdict: endless-loop
// The loop over the entries of a row of U never ends, in a kernel that is launched level by level.

template <typename T>
__global__ void level_of(const int* first, const int* order, const int* row_pointer, const int* column,
                         const int* diagonal, const T* value, T* lu, int level) {
    const int i = first[level] + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= first[level + 1]) return;
    const int row = order[i], end = row_pointer[row + 1];
    for (int q = row_pointer[row]; q < end; ++q) lu[q] = value[q];
    for (int q = row_pointer[row]; q < diagonal[row]; ++q) {
        const int above = column[q];
        const T factor = lu[q] / lu[diagonal[above]];
        lu[q] = factor;
        int here = q + 1;
        for (int j = diagonal[above] + 1; j < row_pointer[above + 1]; j) {
            while (here < end && column[here] < column[j]) ++here;
            if (here < end && column[here] == column[j]) lu[here] -= factor * lu[j];
        }
    }
}

template <typename T>
void run(int rows, int levels, int most_rows, const int* first, const int* order, const int* row_pointer,
         const int* column, const int* diagonal, const T* value, T* lu, int block) {
    for (int level = 0; level < levels; ++level)
        level_of<<<(most_rows + block - 1) / block, block>>>(first, order, row_pointer, column, diagonal, value, lu,
                                                             level);
}
