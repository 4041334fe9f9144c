// verdict: right
// Tiles of eight lanes reduce; a full __syncwarp precedes the addition of their sums.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    const unsigned tile = 0xffu << (lane & 24);
    part[t] = sum;
    __syncwarp(tile);
    for (int half = 4; half > 0; half /= 2) {
        const T other = lane % 8 < half ? part[t + half] : 0;
        __syncwarp(tile);
        part[t] += other;
        __syncwarp(tile);
    }
    __syncwarp();
    if (row < rows && lane == 0) y[row] = part[t] + part[t + 8] + part[t + 16] + part[t + 24];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
