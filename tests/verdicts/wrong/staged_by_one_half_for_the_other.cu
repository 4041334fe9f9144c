// verdict: missing-syncwarp
// Lanes synchronize in pairs; then lane 0 reads the sums of all pairs.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    part[t] = sum;
    __syncwarp(3u << (lane & 30));
    if (lane % 2 == 0) part[t] += part[t + 1];
    __syncwarp(3u << (lane & 30));
    T all = 0;
    if (lane == 0)
        for (int i = 0; i < 32; i += 2) all += part[t + i];
    if (row < rows && lane == 0) y[row] = all;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
