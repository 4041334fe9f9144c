// title: DIA, a thread for each row
// summary: Whole diagonals, values and x read side by side, no column indices.
// source: rossignon2013 3.6
// format: dia

// Neighbouring threads read neighbouring values and neighbouring elements of x, and no column index is read at all: the
// least traffic that there is, as long as the entries lie on few diagonals. A thread asks for the values of eight diagonals
// before it uses the first, so that memory has enough to do even with numbers of 4 bytes.

/// What a diagonal gives to a row: nothing where it has left the matrix, and nothing where the value is 0, which may be
/// filling: 0 times infinity must not count.
template <typename T> __device__ T product_of(int cols, int column, T value, const T* x) {
    if (column < 0 || column >= cols) return 0;
    const T product = value * x[column];
    return value != 0 ? product : 0;
}

template <typename T>
__global__ void dia(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value,
                    const T* x, T* y) {
    constexpr int batch = 8; // diagonals that a thread reads ahead
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    long long slot = row;
    int d = 0;
    for (; d + batch <= diagonals; d += batch) {
        T ahead[batch]; // filling is read like the rest: every diagonal is stored whole
#pragma unroll
        for (int i = 0; i < batch; ++i, slot += leading_dimension) ahead[i] = __ldcs(value + slot);
#pragma unroll
        for (int i = 0; i < batch; ++i) sum += product_of(cols, row + offset[d + i], ahead[i], x);
    }
    for (; d < diagonals; ++d, slot += leading_dimension)
        sum += product_of(cols, row + offset[d], __ldcs(value + slot), x);
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y, int block) {
    dia<<<(rows + block - 1) / block, block>>>(rows, cols, diagonals, leading_dimension, offset, value, x, y);
}
