// verdict: refused
// The last row with a pivot of 0 is reported instead of the first.
// scratch: cp T[n]
template <typename T>
__global__ void thomas(int m, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* cp,
                       int* zero_pivot) {
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const long long o = (long long)s * m;
    T up = 0, xi = 0;
    for (long long i = o; i < o + m; ++i) {
        T p = b[i] - a[i] * up;
        if (p == T(0)) {
            atomicExch(zero_pivot, (int)i);
            p = 1;
        }
        cp[i] = up = c[i] / p;
        x[i] = xi = (d[i] - a[i] * xi) / p;
    }
    for (long long i = o + m - 2; i >= o; --i) x[i] = xi = x[i] - cp[i] * xi;
}
template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, int block, T* cp, int* zero_pivot) {
    thomas<<<(systems + block - 1) / block, block>>>(n / systems, systems, a, b, c, d, x, cp, zero_pivot);
}
