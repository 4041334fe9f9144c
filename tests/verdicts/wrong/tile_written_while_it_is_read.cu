// verdict: missing-syncwarp
// Each half reads both halves after a full __syncwarp but writes its own after a __syncwarp of its half only.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    const unsigned tile = lane < 16 ? 0x0000ffff : 0xffff0000;
    part[t] = sum;
    __syncwarp();
    T all = 0;
    for (int i = 0; i < 32; ++i) all += part[t - lane + i];
    __syncwarp(tile);
    part[t] = all;
    __syncwarp(tile);
    if (row < rows && lane == 0) y[row] = part[t + 1];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
