// problem: transpose
// b = aᵀ, one thread per element. The writes of a warp are a whole column apart.

constexpr int tile = 32, lines = 8;

template <typename T> __global__ void transpose(int rows, int cols, const T* a, T* b) {
    const int col = blockIdx.x * tile + threadIdx.x, first_row = blockIdx.y * tile + threadIdx.y;
    for (int k = 0; k < tile; k += lines) {
        const int row = first_row + k;
        if (row < rows && col < cols) b[(long long)col * rows + row] = a[(long long)row * cols + col];
    }
}

template <typename T> void run(int rows, int cols, const T* a, T* b) {
    const dim3 grid((cols + tile - 1) / tile, (rows + tile - 1) / tile), threads(tile, lines);
    transpose<<<grid, threads>>>(rows, cols, a, b);
}
