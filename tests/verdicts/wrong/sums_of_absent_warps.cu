// verdict: unwritten-shared
// Warp 0 adds the sums of 32 warps, but the block has fewer.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T of_warp[32];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t % 32 == 0) of_warp[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = of_warp[t];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
        if (t == 0) y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
