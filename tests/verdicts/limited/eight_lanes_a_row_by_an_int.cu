// verdict: out-of-bounds
// says: 268,435,457 or more rows.
// The thread index is an int, and each row has 8 threads: it overflows with more than 2^28 rows.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x, row = thread >> 3, lane = thread & 7;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 8) sum += value[k] * x[column[k]];
    for (int step = 4; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (row < rows && lane == 0) y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows * 8ll + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
