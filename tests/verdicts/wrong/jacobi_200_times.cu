// verdict: wrong-result
// Two hundred Jacobi sweeps do not converge if the coupling is strong.
// scratch: old T[n]
template <typename T>
__global__ void sweep(int n, const T* a, const T* b, const T* c, const T* d, const T* from, T* to, int is_first) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum = d[i];
    if (is_first == 0 && i > 0) sum -= a[i] * from[i - 1];
    if (is_first == 0 && i + 1 < n) sum -= c[i] * from[i + 1];
    to[i] = sum / b[i];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* old, int block) {
    const int grid = (n + block - 1) / block;
    for (int turn = 0; turn < 100; ++turn) {
        sweep<<<grid, block>>>(n, a, b, c, d, x, old, turn == 0);
        sweep<<<grid, block>>>(n, a, b, c, d, old, x, 0);
    }
}
