// verdict: missing-syncwarp
// The tree of a warp in shared memory has no __syncwarp between its steps.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, t = threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    part[t] = sum;
    for (int d = 16; d > 0; d /= 2)
        if (lane < d) part[t] += part[t + d];
    if (lane == 0) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(32 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
