// verdict: wrong-result
// Threads beyond the edges of the input return, although they have elements of the result to store.
// problem: transpose

constexpr int tile = 32;

template <typename T> __global__ void transpose(int rows, int cols, const T* a, T* b) {
    __shared__ T part[tile][tile + 1];
    const int col = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
    if (row >= rows || col >= cols) return;
    part[threadIdx.y][threadIdx.x] = a[row * cols + col];
    __syncthreads();
    const int to_row = blockIdx.x * tile + threadIdx.y, to_col = blockIdx.y * tile + threadIdx.x;
    if (to_row < cols && to_col < rows) b[to_row * rows + to_col] = part[threadIdx.x][threadIdx.y];
}

template <typename T> void run(int rows, int cols, const T* a, T* b) {
    transpose<<<dim3((cols + tile - 1) / tile, (rows + tile - 1) / tile), dim3(tile, tile)>>>(rows, cols, a, b);
}
