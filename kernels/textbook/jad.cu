// y = A x in jagged diagonals, a thread for each row: the textbook form of jad.
// Long rows come first and the diagonals get shorter, so a thread beyond the end of a diagonal is done: reads lie side by
// side, and nothing is padded.
// format: jad

template <typename T>
__global__ void jad(int rows, int diagonals, const int* permutation, const long long* diagonal_pointer,
                    const int* column, const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) {
        const long long slot = diagonal_pointer[d] + i;
        if (slot >= diagonal_pointer[d + 1]) break;
        sum += value[slot] * x[column[slot]];
    }
    y[permutation[i]] = sum;
}

template <typename T>
void run(int rows, int diagonals, const int* permutation, const long long* diagonal_pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    jad<<<grid, block>>>(rows, diagonals, permutation, diagonal_pointer, column, value, x, y);
}
