// C = A^T A, a thread for each element of C: the textbook form of naive. A is m x n and C is n x n, both row by row.
// Each thread walks two columns of A from top to bottom. Neighbouring threads read side by side, but every value of A is
// read n times from global memory.

#define SIDE 32 // of a block, in threads

template <typename T> __global__ void ata_naive(int m, int n, const T* A, T* C) {
    const int row = blockIdx.y * SIDE + threadIdx.y;
    const int column = blockIdx.x * SIDE + threadIdx.x;
    if (row >= n || column >= n) return;
    T sum = 0;
    for (int k = 0; k < m; ++k) {
        const long long start = (long long)k * n;
        sum += A[start + row] * A[start + column];
    }
    C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + SIDE - 1) / SIDE;
    const dim3 grid(across, across), threads(SIDE, SIDE);
    ata_naive<<<grid, threads>>>(m, n, A, C);
}
