// A tridiagonal system by parallel cyclic reduction, one launch per step: diagonals a, b, c, right-hand side d.
// scratch: even T[4 * n]
// scratch: odd T[4 * n]

template <typename T> __global__ void copy_rows(int n, const T* a, const T* b, const T* c, const T* d, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    to[i] = a[i];
    to[n + i] = b[i];
    to[2 * n + i] = c[i];
    to[3 * n + i] = d[i];
}

template <typename T> __global__ void step(int n, int distance, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T na = 0, nb = from[n + i], nc = 0, nd = from[3 * n + i];
    if (i >= distance) {
        const int above = i - distance;
        const T k1 = from[i] / from[n + above];
        na = -k1 * from[above];
        nb -= k1 * from[2 * n + above];
        nd -= k1 * from[3 * n + above];
    }
    if (i + distance < n) {
        const int below = i + distance;
        const T k2 = from[2 * n + i] / from[n + below];
        nb -= k2 * from[below];
        nc = -k2 * from[2 * n + below];
        nd -= k2 * from[3 * n + below];
    }
    to[i] = na;
    to[n + i] = nb;
    to[2 * n + i] = nc;
    to[3 * n + i] = nd;
}

template <typename T> __global__ void divide(int n, const T* from, T* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = from[3 * n + i] / from[n + i];
}

template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* even, T* odd, int block) {
    const int grid = (n + block - 1) / block;
    copy_rows<<<grid, block>>>(n, a, b, c, d, even);
    T* from = even;
    T* to = odd;
    for (int distance = 1; distance < n; distance *= 2) {
        step<<<grid, block>>>(n, distance, from, to);
        T* other = from;
        from = to;
        to = other;
    }
    divide<<<grid, block>>>(n, from, x);
}
