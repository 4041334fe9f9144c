// verdict: right
// warned: 16
// Columns outside the matrix are clamped, and their products are ignored.

// format: dia
template <typename T>
__global__ void product(int rows, int cols, int diagonals, long long leading_dimension, const int* offset,
                        const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) {
        const int column = row + offset[d], inside = min(max(column, 0), cols - 1);
        sum += column == inside ? value[d * leading_dimension + row] * x[inside] : 0;
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, cols, diagonals, leading_dimension, offset, value, x, y);
}
