// verdict: right
// Each half of a warp has its own row and mask; width stays 32, and only the first lane of each half uses the result.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    if (row >= rows) return;
    const unsigned mask = threadIdx.x % 32 < 16 ? 0x0000ffff : 0xffff0000;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 16) sum += value[k] * x[column[k]];
    for (int distance = 8; distance > 0; distance /= 2) sum += __shfl_down_sync(mask, sum, distance);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(16 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
// warned: 6 17
