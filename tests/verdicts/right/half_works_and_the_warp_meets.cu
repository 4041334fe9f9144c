// verdict: right
// Only the lower half adds, with its own mask, after all lanes have synchronized.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    part[t] = sum;
    __syncwarp();
    if (lane < 16) {
        part[t] += part[t + 16];
        __syncwarp(0x0000ffff);
        for (int half = 8; half > 0; half /= 2) {
            if (lane < half) part[t] += part[t + half];
            __syncwarp(0x0000ffff);
        }
    }
    if (row < rows && lane == 0) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
