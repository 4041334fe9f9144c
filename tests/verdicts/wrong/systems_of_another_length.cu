// verdict: wrong-result
// One thread per system, but each starts a row too early.
// scratch: p T[n]

template <typename T>
__global__ void k(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* p) {
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const int m = n / systems;
    const int f = s * (m - 1);
    T u = 0, z = 0;
    for (int i = f; i < f + m; ++i) {
        const T q = b[i] - a[i] * u;
        u = c[i] / q;
        z = (d[i] - a[i] * z) / q;
        p[i] = u;
        x[i] = z;
    }
    for (int i = f + m - 2; i >= f; --i) x[i] -= p[i] * x[i + 1];
}
template <typename T> void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* p) {
    k<<<(systems + 31) / 32, 32>>>(n, systems, a, b, c, d, x, p);
}
