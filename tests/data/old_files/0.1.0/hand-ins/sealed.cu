// hand-in: warp-a-row by Ada Lovelace, seal 08ba5fe2373f5329b67ef2a2c8f5681f
template <typename T>
__global__ void warp_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return; // all 32 lanes of a warp have the same row, so they leave together
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32; // of a block, each with a row
    const int grid = (rows + warps - 1) / warps;
    warp_a_row<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
