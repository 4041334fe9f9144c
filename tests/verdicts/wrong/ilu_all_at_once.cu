// verdict: global-race or unwritten-global
// All rows are factorized in one launch.

template <typename T>
__global__ void factorize(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value,
                          T* lu) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) lu[k] = value[k];
    for (int k = row_pointer[row]; k < diagonal[row]; ++k) {
        const int above = column[k];
        lu[k] /= lu[diagonal[above]];
        for (int j = diagonal[above] + 1; j < row_pointer[above + 1]; ++j)
            for (int here = k + 1; here < end; ++here)
                if (column[here] == column[j]) lu[here] -= lu[k] * lu[j];
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, T* lu, int block) {
    factorize<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, diagonal, value, lu);
}
