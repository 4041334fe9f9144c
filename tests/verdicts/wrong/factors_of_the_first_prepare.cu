// verdict: wrong-result
// prepare factorizes only once and ignores later changes of the values.
// scratch: ready T[nonzeros]
// scratch: done int[1]
template <typename T>
__global__ void factorize(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value,
                          T* lu, int* done) {
    if (*done == 12345) return;
    for (int row = 0; row < rows; ++row) {
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
    *done = 12345;
}
template <typename T>
void prepare(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, T* ready,
             int* done) {
    factorize<<<1, 1>>>(rows, row_pointer, column, diagonal, value, ready, done);
}
template <typename T> __global__ void copy(int n, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
template <typename T> void run(int nonzeros, const T* ready, T* lu, int block) {
    copy<<<(nonzeros + block - 1) / block, block>>>(nonzeros, ready, lu);
}
