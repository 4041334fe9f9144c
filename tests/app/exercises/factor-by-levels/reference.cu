// A ≈ L U with the pattern of A, with one launch per level and one thread for each of its rows.

template <typename T>
__global__ void factorize(int level, const int* first, const int* order, const int* row_pointer, const int* column,
                          const int* diagonal, const T* value, T* lu) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= first[level + 1] - first[level]) return;
    const int row = order[first[level] + i];
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) lu[k] = value[k];
    for (int k = row_pointer[row]; k < diagonal[row]; ++k) {
        const int above = column[k];
        const T factor = lu[k] / lu[diagonal[above]];
        lu[k] = factor;
        for (int j = diagonal[above] + 1; j < row_pointer[above + 1]; ++j)
            for (int here = k + 1; here < end; ++here)
                if (column[here] == column[j]) lu[here] -= factor * lu[j];
    }
}

template <typename T>
void run(int levels, int most_rows, const int* first, const int* order, const int* row_pointer, const int* column,
         const int* diagonal, const T* value, T* lu, int block) {
    for (int level = 0; level < levels; ++level)
        factorize<<<(most_rows + block - 1) / block, block>>>(level, first, order, row_pointer, column, diagonal, value,
                                                              lu);
}
