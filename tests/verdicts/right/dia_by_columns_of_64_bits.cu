// verdict: right
// warned: 15
// The position in a diagonal is an unsigned 64-bit number.
// format: dia
template <typename T>
__global__ void product(int rows, int cols, int diagonals, long long leading_dimension, const int* offset,
                        const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) {
        const unsigned long long column = (long long)row + offset[d];
        if (column < (unsigned long long)cols) sum += value[d * leading_dimension + row] * x[column];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, cols, diagonals, leading_dimension, offset, value, x, y);
}
