// verdict: right
// Volatile shared memory, with a __syncwarp between reads and writes.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ volatile T part[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    part[threadIdx.x] = sum;
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half) part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + half];
        __syncwarp();
    }
    if (lane == 0) y[row] = part[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
