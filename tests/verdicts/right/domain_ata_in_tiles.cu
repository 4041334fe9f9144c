// verdict: right
// sizes: multiples of 16

template <typename T> __global__ void multiply(int m, int n, const T* A, T* C) {
    __shared__ T left[16][16], right[16][16];
    const int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    T sum = 0;
    for (int k = 0; k < m; k += 16) {
        const long long row = (long long)(k + threadIdx.y) * n;
        left[threadIdx.y][threadIdx.x] = A[row + blockIdx.y * 16 + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = A[row + j];
        __syncthreads();
        for (int t = 0; t < 16; ++t) sum += left[t][threadIdx.y] * right[t][threadIdx.x];
        __syncthreads();
    }
    C[(long long)i * n + j] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(m, n, A, C);
}
