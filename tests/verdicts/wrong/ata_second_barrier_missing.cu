// verdict: shared-race
// The next slice is brought while other threads still read the last one.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    __shared__ T left[16][16], right[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    T sum = 0;
    for (int first = 0; first < m; first += 16) {
        const int i = first + ty;
        left[ty][tx] = i < m && blockIdx.y * 16 + tx < n ? A[(long long)i * n + blockIdx.y * 16 + tx] : 0;
        right[ty][tx] = i < m && column < n ? A[(long long)i * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += left[k][ty] * right[k][tx];
    }
    if (row < n && column < n) C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const dim3 grid((n + 15) / 16, (n + 15) / 16), threads(16, 16);
    ata<<<grid, threads>>>(m, n, A, C);
}
