// verdict: integer-overflow
// says: 46,341 or more columns. An integer overflows on line 13.
// Indices of A and C are products of two ints.

template <typename T> __global__ void product(int m, int n, const T* A, T* C) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    T sum = 0;
    for (int k = 0; k < m; ++k) {
        const int start = k * n;
        sum += A[start + i] * A[start + j];
    }
    C[i * n + j] = sum;
}
template <typename T> void run(int m, int n, const T* A, T* C) {
    const dim3 grid((n + 15) / 16, (n + 15) / 16), threads(16, 16);
    product<<<grid, threads>>>(m, n, A, C);
}
