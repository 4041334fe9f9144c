// verdict: wrong-result
// The row above is subtracted entry by entry, as if both rows had the same columns.

template <typename T>
__global__ void factorize(int first, int count, const int* order, const int* row_pointer, const int* column,
                          const int* diagonal, const T* value, T* lu) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int row = order[first + i];
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) lu[k] = value[k];
    for (int k = row_pointer[row]; k < diagonal[row]; ++k) {
        const int above = column[k];
        lu[k] /= lu[diagonal[above]];
        for (int j = diagonal[above] + 1, here = k + 1; j < row_pointer[above + 1] && here < end; ++j, ++here)
            lu[here] -= lu[k] * lu[j];
    }
}

template <typename T>
void run(int levels, const int* first, const int* order, const int* row_pointer, const int* column, const int* diagonal,
         const T* value, T* lu, int block) {
    for (int l = 0; l < levels; ++l) {
        const int count = first[l + 1] - first[l];
        factorize<<<(count + block - 1) / block, block>>>(first[l], count, order, row_pointer, column, diagonal, value,
                                                          lu);
    }
}
