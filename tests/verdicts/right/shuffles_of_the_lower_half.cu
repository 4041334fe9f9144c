// verdict: right
// The lower half of a warp sums its row in a branch; a lane adds only values from lanes in that half.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    if (lane < 16) {
        T sum = 0;
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 16) sum += value[k] * x[column[k]];
        for (int distance = 1; distance < 16; distance *= 2) {
            const T other = __shfl_down_sync(0xffff, sum, distance);
            sum += lane + distance < 16 ? other : 0;
        }
        if (lane == 0) y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    product<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
