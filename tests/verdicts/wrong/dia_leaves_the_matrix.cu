// verdict: out-of-bounds
// A diagonal leaves the matrix, and x is read beyond its ends.

// format: dia
template <typename T>
__global__ void product(int rows, int diagonals, long long leading_dimension, const int* offset, const T* value,
                        const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) sum += value[d * leading_dimension + row] * x[row + offset[d]];
    y[row] = sum;
}

template <typename T>
void run(int rows, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x, T* y,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, diagonals, leading_dimension, offset, value, x, y);
}
