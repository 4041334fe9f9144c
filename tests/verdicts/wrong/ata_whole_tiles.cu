// verdict: wrong-result or refused
// Only whole 16 x 16 tiles of C are computed.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    T sum = 0;
    for (int i = 0; i < m; ++i) sum += A[(long long)i * n + row] * A[(long long)i * n + column];
    C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const dim3 grid(n / 16, n / 16), threads(16, 16);
    ata<<<grid, threads>>>(m, n, A, C);
}
