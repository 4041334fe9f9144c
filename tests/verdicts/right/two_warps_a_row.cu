// verdict: right
// Two warps of a block share a row; the first adds what the second leaves in shared memory.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T second[16];
    const int pair = threadIdx.x / 64, lane = threadIdx.x % 64;
    const int row = blockIdx.x * (blockDim.x / 64) + pair;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 64) sum += value[k] * x[column[k]];
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
    if (lane == 32) second[pair] = sum;
    __syncthreads();
    if (lane == 0 && row < rows) y[row] = sum + second[pair];
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<(rows + 1) / 2, 128>>>(rows, row_pointer, column, value, x, y);
}
