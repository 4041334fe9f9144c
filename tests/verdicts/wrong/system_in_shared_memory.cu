// verdict: refused
// A whole system is kept in shared memory, which has room for 29,056 unknowns.

template <typename T> __global__ void k(int m, const T* a, const T* b, const T* c, const T* d, T* x) {
    extern __shared__ unsigned char memory[];
    T* cp = (T*)memory;
    if (threadIdx.x != 0) return;
    const int first = blockIdx.x * m;
    T pc = 0, pd = 0;
    for (int i = 0; i < m; ++i) {
        const T p = b[first + i] - a[first + i] * pc;
        pc = c[first + i] / p;
        pd = (d[first + i] - a[first + i] * pd) / p;
        cp[i] = pc;
        x[first + i] = pd;
    }
    for (int i = m - 2; i >= 0; --i) x[first + i] -= cp[i] * x[first + i + 1];
}
template <typename T> void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x) {
    k<<<systems, 32, n / systems * sizeof(T)>>>(n / systems, a, b, c, d, x);
}
