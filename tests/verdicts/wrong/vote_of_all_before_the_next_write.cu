// verdict: missing-syncwarp
// Lanes write again after __all_sync while others may still read.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int half = 16; half > 0; half /= 2) {
        part[t] = sum;
        __syncwarp();
        sum += part[t ^ half];
        __all_sync(0xffffffff, half > 0);
    }
    if (row < rows && lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
