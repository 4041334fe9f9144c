// verdict: wrong-result
// The steps end at a distance of 8,192, which matters only if distant unknowns depend on each other.

// scratch: ga T[n]
// scratch: gb T[n]
// scratch: gc T[n]
// scratch: gd T[n]
// scratch: ha T[n]
// scratch: hb T[n]
// scratch: hc T[n]
// scratch: hd T[n]
template <typename T>
__global__ void step(int n, int m, int d, const T* a, const T* b, const T* c, const T* f, T* a2, T* b2, T* c2, T* f2) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int at = i % m;
    T A = 0, B = b[i], C = 0, F = f[i];
    if (at >= d) {
        const T k = a[i] / b[i - d];
        A = -a[i - d] * k;
        B -= c[i - d] * k;
        F -= f[i - d] * k;
    }
    if (at + d < m) {
        const T k = c[i] / b[i + d];
        C = -c[i + d] * k;
        B -= a[i + d] * k;
        F -= f[i + d] * k;
    }
    a2[i] = A;
    b2[i] = B;
    c2[i] = C;
    f2[i] = F;
}
template <typename T> __global__ void divide(int n, const T* b, const T* f, T* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = f[i] / b[i];
}
template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* ga, T* gb, T* gc, T* gd, T* ha,
         T* hb, T* hc, T* hd, int block) {
    const int m = n / systems, grid = (n + block - 1) / block;
    step<<<grid, block>>>(n, m, 1, a, b, c, d, ga, gb, gc, gd);
    int s = 2;
    bool is_g = true;
    for (; s < m && s < 8192; s *= 2) {
        if (is_g) step<<<grid, block>>>(n, m, s, ga, gb, gc, gd, ha, hb, hc, hd);
        else step<<<grid, block>>>(n, m, s, ha, hb, hc, hd, ga, gb, gc, gd);
        is_g = !is_g;
    }
    if (is_g) divide<<<grid, block>>>(n, gb, gd, x);
    else divide<<<grid, block>>>(n, hb, hd, x);
}
