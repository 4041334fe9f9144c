// verdict: right
// warned: 15
// The elements of C are numbered consecutively in one dimension.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    const long long element = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (element >= (long long)n * n) return;
    const int row = (int)(element / n), column = (int)(element % n);
    T sum = 0;
    for (int i = 0; i < m; ++i) sum += A[(long long)i * n + row] * A[(long long)i * n + column];
    C[element] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C, int block) {
    ata<<<(n * n + block - 1) / block, block>>>(m, n, A, C);
}
