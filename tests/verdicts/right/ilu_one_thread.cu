// verdict: right
// One thread processes the rows in order, with a position for each column of the current row.
// scratch: place int[rows]

template <typename T>
__global__ void factorize(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value,
                          T* lu, int* place) {
    for (int i = 0; i < rows; ++i) place[i] = -1;
    for (int row = 0; row < rows; ++row) {
        const int begin = row_pointer[row], end = row_pointer[row + 1];
        for (int k = begin; k < end; ++k) {
            lu[k] = value[k];
            place[column[k]] = k;
        }
        for (int k = begin; k < diagonal[row]; ++k) {
            const int above = column[k];
            lu[k] /= lu[diagonal[above]];
            for (int j = diagonal[above] + 1; j < row_pointer[above + 1]; ++j) {
                const int here = place[column[j]];
                if (here >= 0) lu[here] -= lu[k] * lu[j];
            }
        }
        for (int k = begin; k < end; ++k) place[column[k]] = -1;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const int* diagonal, const T* value, T* lu, int* place) {
    factorize<<<1, 1>>>(rows, row_pointer, column, diagonal, value, lu, place);
}
