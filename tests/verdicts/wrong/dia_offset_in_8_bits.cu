// verdict: wrong-result
// format: dia
// The offset is kept in 8 bits.

template <typename T>
__global__ void dia(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value,
                    const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) {
        const signed char near = offset[d];
        const int column = row + near;
        if (column >= 0 && column < cols) sum += value[d * leading_dimension + row] * x[column];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y, int block) {
    dia<<<(rows + block - 1) / block, block>>>(rows, cols, diagonals, leading_dimension, offset, value, x, y);
}
