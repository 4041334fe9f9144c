// y = A x in DIA, one thread per row: the textbook version of dia. All accesses to values and x are coalesced, and
// there are no column indices to read.
// format: dia

template <typename T>
__global__ void dia(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value,
                    const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    long long slot = row;
    for (int d = 0; d < diagonals; ++d, slot += leading_dimension) {
        const int column = row + offset[d];
        if (column < 0 || column >= cols) continue; // the diagonal is outside the matrix in this row
        const T entry = value[slot];
        if (entry != 0) sum += entry * x[column]; // skip zeros: a zero may be padding, and 0 times infinity is NaN
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y, int block) {
    const int grid = (rows + block - 1) / block;
    dia<<<grid, block>>>(rows, cols, diagonals, leading_dimension, offset, value, x, y);
}
