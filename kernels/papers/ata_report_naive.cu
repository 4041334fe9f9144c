// Report "A^T A on a Tesla C2075", section 2: C = A^T A, naive, one thread per element of C.
// A is m x n and C is n x n, both row-major; A^T is never stored: an element of C is the product of two columns of A.
// Blocks have 32 x 32 threads. Neighboring threads read neighboring columns, but every value of A is read n times from
// global memory, which the tiles of section 3 avoid. The report describes this kernel and prints its formula.

template <typename T> __global__ void gpu_mul(int m, int n, const T* A, T* C) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    T sum = 0;
    for (int i = 0; i < m; ++i) {
        const long long start = (long long)i * n;
        sum += A[start + row] * A[start + column];
    }
    C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + 31) / 32;
    const dim3 grid(across, across), threads(32, 32);
    gpu_mul<<<grid, threads>>>(m, n, A, C);
}
