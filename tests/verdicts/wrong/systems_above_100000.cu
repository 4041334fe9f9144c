// verdict: wrong-result
// Above 100,000 systems, only four blocks are launched.

// scratch: cp T[n]
template <typename T>
__global__ void k(int m, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* cp) {
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const int first = s * m;
    T pc = 0, pd = 0;
    for (int i = first; i < first + m; ++i) {
        const T p = b[i] - a[i] * pc;
        pc = c[i] / p;
        pd = (d[i] - a[i] * pd) / p;
        cp[i] = pc;
        x[i] = pd;
    }
    for (int i = first + m - 2; i >= first; --i) x[i] -= cp[i] * x[i + 1];
}
template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* cp, int block) {
    const int grid = systems > 100000 ? 4 : (systems + block - 1) / block;
    k<<<grid, block>>>(n / systems, systems, a, b, c, d, x, cp);
}
