// verdict: right
// As many lanes as the block has warps add the sums of the warps.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T of_warp[32];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t % 32 == 0) of_warp[t / 32] = sum;
    __syncthreads();
    const int warps = blockDim.x / 32;
    if (t < warps) {
        sum = of_warp[t];
        for (int d = warps / 2; d > 0; d /= 2) sum += __shfl_down_sync((1u << warps) - 1, sum, d);
        if (t == 0) y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, 128>>>(rows, row_pointer, column, value, x, y);
}
