// verdict: wrong-result
// One warp per row; the block index is kept in 16 bits, so block 65536 becomes block 0.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const unsigned short row = blockIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x == 0) y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<rows, 32>>>(rows, row_pointer, column, value, x, y);
}
