// verdict: wrong-result
// JAD sorts its rows, but the sums are written in sorted order.
// format: jad
template <typename T>
__global__ void product(int rows, int diagonals, const int* permutation, const long long* diagonal_pointer,
                        const int* column, const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    for (int d = diagonals; d-- > 0;) {
        const long long slot = diagonal_pointer[d] + i;
        if (slot >= diagonal_pointer[d + 1]) continue;
        sum += value[slot] * x[column[slot]];
    }
    y[i] = sum;
}

template <typename T>
void run(int rows, int diagonals, const int* permutation, const long long* diagonal_pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, diagonals, permutation, diagonal_pointer, column, value, x, y);
}
