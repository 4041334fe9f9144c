// verdict: wrong-result
// Offsets are packed into 18 bits, which hold columns up to 131,071.

template <typename T>
__global__ void k(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value,
                  const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) {
        const long long c = (long long)row + (offset[d] << 14 >> 14);
        if (c >= 0 && c < cols) sum += value[d * leading_dimension + row] * x[c];
    }
    y[row] = sum;
}
template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, cols, diagonals, leading_dimension, offset, value, x, y);
}
