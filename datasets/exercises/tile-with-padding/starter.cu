// C = AᵀA in tiles of 16 x 16. A is m x n and C is n x n, both row-major.

#define SIDE 16

template <typename T> __global__ void ata_tile(int m, int n, const T* A, T* C) {
    __shared__ T left[SIDE][SIDE]; // left[i][k]: transposed
    __shared__ T right[SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * SIDE + ty, column = blockIdx.x * SIDE + tx;
    const int left_column = blockIdx.y * SIDE + tx;
    T sum = 0;
    for (int k0 = 0; k0 < m; k0 += SIDE) {
        const long long start = (long long)(k0 + ty) * n;
        left[tx][ty] = k0 + ty < m && left_column < n ? A[start + left_column] : 0;
        right[ty][tx] = k0 + ty < m && column < n ? A[start + column] : 0;
        __syncthreads();
        for (int k = 0; k < SIDE; ++k) sum += left[ty][k] * right[k][tx];
        __syncthreads();
    }
    if (row < n && column < n) C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + SIDE - 1) / SIDE;
    const dim3 grid(across, across), threads(SIDE, SIDE);
    ata_tile<<<grid, threads>>>(m, n, A, C);
}
