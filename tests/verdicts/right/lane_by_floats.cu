// verdict: right
// The warp index is computed in floats, which hold it exactly.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int warp = (int)(threadIdx.x * 0.03125f), lane = threadIdx.x - 32 * warp;
    const int row = blockIdx.x * (blockDim.x / 32) + warp;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int half = 16; half > 0; half /= 2) sum += __shfl_xor_sync(0xffffffff, sum, half);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block / 32 - 1) / (block / 32), block>>>(rows, row_pointer, column, value, x, y);
}
