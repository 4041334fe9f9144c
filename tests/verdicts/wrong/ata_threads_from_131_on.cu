// verdict: wrong-result
// Threads from 131 on skip the first row of A.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    const int row = blockIdx.x, first = threadIdx.x > 130 ? 1 : 0;
    for (int column = threadIdx.x; column < n; column += blockDim.x) {
        T sum = 0;
        for (int i = first; i < m; ++i) sum += A[(long long)i * n + row] * A[(long long)i * n + column];
        C[(long long)row * n + column] = sum;
    }
}

template <typename T> void run(int m, int n, const T* A, T* C) { ata<<<n, 256>>>(m, n, A, C); }
