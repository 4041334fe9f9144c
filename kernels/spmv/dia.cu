// title: DIA, one thread per row
// summary: Reads whole diagonals: values and x are coalesced, and there are no column indices.
// source: rossignon2013 3.6
// format: dia

// Neighboring threads read neighboring values and elements of x, and no column indices are needed. If the entries are
// on few diagonals, no other format has less memory traffic. A thread loads the values of eight diagonals before it
// uses the first one, so that enough loads are in flight even with 4-byte values.

/// Returns the contribution of a diagonal to a row: 0 outside the matrix, and also if the value is 0. A zero may be
/// padding, and 0 times infinity would be NaN.
template <typename T> __device__ T product_of(int cols, int column, T value, const T* x) {
    if (column < 0 || column >= cols) return 0;
    const T product = value * x[column];
    return value != 0 ? product : 0;
}

template <typename T>
__global__ void dia(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value,
                    const T* x, T* y) {
    constexpr int batch = 8;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    long long slot = row;
    int d = 0;
    for (; d + batch <= diagonals; d += batch) {
        T ahead[batch]; // includes fill-in, because diagonals are stored whole
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
