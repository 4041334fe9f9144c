// C = AᵀA: blocks on and above the diagonal, whose threads write the mirror, too. A is m x n and C is n x n, both row by
// row.

#define SIDE 16

template <typename T> __global__ void ata_half(int m, int n, const T* A, T* C) {
    if (blockIdx.y > blockIdx.x) return;
    const int row = blockIdx.y * SIDE + threadIdx.y, column = blockIdx.x * SIDE + threadIdx.x;
    if (row >= n || column >= n) return;
    T sum = 0;
    for (int k = 0; k < m; ++k) {
        const long long start = (long long)k * n;
        sum += A[start + row] * A[start + column];
    }
    if (row > column) return; // its mirror is above the diagonal of the same block
    C[(long long)row * n + column] = sum;
    if (row < column) C[(long long)column * n + row] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + SIDE - 1) / SIDE;
    const dim3 grid(across, across), threads(SIDE, SIDE);
    ata_half<<<grid, threads>>>(m, n, A, C);
}
