// verdict: out-of-bounds
// The tiles are loaded without checking the edges of the matrices.
// problem: matrix-product

constexpr int tile = 16;

template <typename T> __global__ void multiply(int m, int n, int k, const T* a, const T* b, T* c) {
    __shared__ T of_a[tile][tile], of_b[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
    T sum = 0;
    for (int first = 0; first < k; first += tile) {
        const int i = first + threadIdx.x, j = first + threadIdx.y;
        of_a[threadIdx.y][threadIdx.x] = a[(long long)row * k + i];
        of_b[threadIdx.y][threadIdx.x] = b[(long long)j * n + col];
        __syncthreads();
        for (int s = 0; s < tile; ++s) sum += of_a[threadIdx.y][s] * of_b[s][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[(long long)row * n + col] = sum;
}

template <typename T> void run(int m, int n, int k, const T* a, const T* b, T* c) {
    multiply<<<dim3((n + tile - 1) / tile, (m + tile - 1) / tile), dim3(tile, tile)>>>(m, n, k, a, b, c);
}
