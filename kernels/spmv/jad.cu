// title: JAD, one thread per row
// summary: Jagged diagonals: coalesced without padding. The result is permuted back when it is written.
// source: rossignon2013 3.4
// format: jad

// Long rows come first, so diagonals become shorter from left to right, and a thread is done at the first diagonal that
// does not reach its row. Neighboring threads read neighboring values, and there is no padding.
template <typename T>
__global__ void jad(int rows, int diagonals, const int* permutation, const long long* diagonal_pointer,
                    const int* column, const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    long long begin = 0; // the first diagonal starts at index 0
#pragma unroll 4
    for (int d = 0; d < diagonals; ++d) {
        const long long end = diagonal_pointer[d + 1];
        const long long slot = begin + i;
        if (slot >= end) break;
        const T x_j = x[__ldcs(column + slot)];
        sum += __ldcs(value + slot) * x_j;
        begin = end;
    }
    y[permutation[i]] = sum;
}

template <typename T>
void run(int rows, int diagonals, const int* permutation, const long long* diagonal_pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    jad<<<(rows + block - 1) / block, block>>>(rows, diagonals, permutation, diagonal_pointer, column, value, x, y);
}
