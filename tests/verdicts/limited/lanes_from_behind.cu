// verdict: integer-overflow
// says: 134,217,729 or more rows. See the warning for line 7.
// Lane 31 takes the first entry and writes the result.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int lane = 31 - threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_up_sync(0xffffffff, sum, step);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block / 32 - 1) / (block / 32), block>>>(rows, row_pointer, column, value, x, y);
}
