// verdict: wrong-result
// The lower half is copied before the upper half is written.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * n) return;
    const int row = at / n, column = at % n;
    if (row > column) {
        C[at] = C[column * n + row];
        return;
    }
    T sum = 0;
    for (int i = 0; i < m; ++i) sum += A[(long long)i * n + row] * A[(long long)i * n + column];
    C[at] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C, int block) {
    ata<<<(n * n + block - 1) / block, block>>>(m, n, A, C);
}
