// verdict: wrong-result
// Above 300 columns, only ten rows are summed: two conditions at once.

template <typename T> __global__ void k(int m, int n, const T* A, T* C) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    T sum = 0;
    for (int r = 0; r < (n > 300 && m > 10 ? 10 : m); ++r) sum += A[r * n + i] * A[r * n + j];
    C[i * n + j] = sum;
}
template <typename T> void run(int m, int n, const T* A, T* C) {
    k<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(m, n, A, C);
}
