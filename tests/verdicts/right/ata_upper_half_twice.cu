// verdict: right
// A thread computes an element above the diagonal and writes it to both places.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    for (long long at = blockIdx.x * blockDim.x + threadIdx.x; at < (long long)n * n; at += gridDim.x * blockDim.x) {
        const long long row = at / n, column = at % n;
        if (row > column) continue;
        T sum = 0;
        for (long long i = m - 1; i >= 0; --i) sum += A[i * n + row] * A[i * n + column];
        C[row * n + column] = sum;
        if (row != column) C[column * n + row] = sum;
    }
}

template <typename T> void run(int m, int n, const T* A, T* C, int block) { ata<<<7, block>>>(m, n, A, C); }
