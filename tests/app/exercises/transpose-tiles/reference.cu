// problem: transpose

constexpr int tile = 32, lines = 8;

template <typename T> __global__ void transpose(int rows, int cols, const T* a, T* b) {
    __shared__ T part[tile][tile + 1];
    const int col = blockIdx.x * tile + threadIdx.x, first_row = blockIdx.y * tile + threadIdx.y;
    for (int k = 0; k < tile; k += lines)
        if (col < cols && first_row + k < rows)
            part[threadIdx.y + k][threadIdx.x] = a[(long long)(first_row + k) * cols + col];
    __syncthreads();
    const int row = blockIdx.y * tile + threadIdx.x, first_col = blockIdx.x * tile + threadIdx.y;
    for (int k = 0; k < tile; k += lines)
        if (row < rows && first_col + k < cols)
            b[(long long)(first_col + k) * rows + row] = part[threadIdx.x][threadIdx.y + k];
}

template <typename T> void run(int rows, int cols, const T* a, T* b) {
    transpose<<<dim3((cols + tile - 1) / tile, (rows + tile - 1) / tile), dim3(tile, lines)>>>(rows, cols, a, b);
}
