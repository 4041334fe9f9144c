// finding: shared-race line 18
// matrix: dense:rows=40,cols=40
// C = A^T A in tiles of 16 x 16 without the second barrier in the loop. A warp that has finished a slice stores the
// next one while another warp is still reading the previous one. The kernel seems to work as long as all warps are
// equally fast, and always if A has at most 16 rows, because then there is no next slice. This is the barrier most
// often forgotten, because the one before it looks sufficient.

#define SIDE 16

template <typename T> __global__ void ata_tiles(int m, int n, const T* A, T* C) {
    __shared__ T left[SIDE][SIDE + 1];
    __shared__ T right[SIDE][SIDE + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int first_row = blockIdx.y * SIDE, first_column = blockIdx.x * SIDE;
    T sum = 0;
    for (int k0 = 0; k0 < m; k0 += SIDE) {
        const long long start = (long long)(k0 + y) * n;
        left[y][x] = k0 + y < m && first_row + x < n ? A[start + first_row + x] : 0;
        right[y][x] = k0 + y < m && first_column + x < n ? A[start + first_column + x] : 0;
        __syncthreads();
        for (int k = 0; k < SIDE; ++k) sum += left[k][y] * right[k][x];
        // __syncthreads() belongs here.
    }
    if (first_row + y < n && first_column + x < n) C[(long long)(first_row + y) * n + first_column + x] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + SIDE - 1) / SIDE;
    const dim3 grid(across, across), threads(SIDE, SIDE);
    ata_tiles<<<grid, threads>>>(m, n, A, C);
}
