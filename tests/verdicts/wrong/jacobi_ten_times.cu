// verdict: wrong-result
// Ten Jacobi sweeps suffice only if the off-diagonal entries are tiny.
// scratch: other T[n]

template <typename T>
__global__ void step(int n, const T* a, const T* b, const T* c, const T* d, const T* from, T* to, int is_first) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum = d[i];
    if (!is_first && i > 0) sum -= a[i] * from[i - 1];
    if (!is_first && i < n - 1) sum -= c[i] * from[i + 1];
    to[i] = sum / b[i];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* other, int block) {
    for (int t = 0; t < 5; ++t) {
        step<<<(n + block - 1) / block, block>>>(n, a, b, c, d, x, other, t == 0);
        step<<<(n + block - 1) / block, block>>>(n, a, b, c, d, other, x, 0);
    }
}
