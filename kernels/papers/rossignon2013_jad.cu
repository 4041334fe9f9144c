// finding: wrong-result
// matrix: random-rows:n=64,fraction=0.2
// Rossignon 2013, section 3.4: y = A x in jagged diagonals, one thread per row, without the permutation of the vectors,
// which the paper does not count. Row i of y belongs to the i-th longest row of A, so the result is correct only if all
// vectors are kept in that order. The textbook form (jad.cu) restores the order when it writes y. The paper describes
// this kernel in words.
// format: jad

template <typename T>
__global__ void jad(int rows, int diagonals, const long long* diagonal_pointer, const int* column, const T* value,
                    const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    for (int d = 0; d < diagonals; ++d) {
        const long long slot = diagonal_pointer[d] + i;
        if (slot >= diagonal_pointer[d + 1]) break;
        sum += value[slot] * x[column[slot]];
    }
    y[i] = sum;
}

template <typename T>
void run(int rows, int diagonals, const long long* diagonal_pointer, const int* column, const T* value, const T* x,
         T* y, int block) {
    const int grid = (rows + block - 1) / block;
    jad<<<grid, block>>>(rows, diagonals, diagonal_pointer, column, value, x, y);
}
