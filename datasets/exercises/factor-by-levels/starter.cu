// A ≈ L U with the pattern of A, in one thread, row by row. The columns of each row are in ascending order.

template <typename T>
__global__ void factorize(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value,
                          T* lu) {
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
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, T* lu) {
    factorize<<<1, 1>>>(rows, row_pointer, column, diagonal, value, lu);
}
