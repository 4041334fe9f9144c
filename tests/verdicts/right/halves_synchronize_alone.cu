// verdict: right
// Each half of a warp has its own row and synchronizes with its own mask.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16, t = threadIdx.x;
    const unsigned half = t % 32 < 16 ? 0x0000ffff : 0xffff0000;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 16) sum += value[k] * x[column[k]];
    part[t] = sum;
    __syncwarp(half);
    for (int distance = 8; distance > 0; distance /= 2) {
        if (lane < distance) part[t] += part[t + distance];
        __syncwarp(half);
    }
    if (row < rows && lane == 0) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(16 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
// warned: 7 23
