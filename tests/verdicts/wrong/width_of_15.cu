// verdict: absent-mask
// A width that is not a power of 2: the result of the shuffle is undefined.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 8; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance, 15);
    const T lower = __shfl_xor_sync(0xffffffff, sum, 16, 16);
    if (row < rows && lane == 16) y[row] = sum + lower;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
