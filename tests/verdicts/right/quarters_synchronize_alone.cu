// verdict: right
// Tiles of eight lanes have one row each.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8, t = threadIdx.x;
    const unsigned tile = 0xffu << (t & 24);
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 8) sum += value[k] * x[column[k]];
    for (int distance = 4; distance > 0; distance /= 2) {
        part[t] = sum;
        __syncwarp(tile);
        sum += part[t ^ distance];
        __syncwarp(tile);
    }
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(8 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
// warned: 7 23
