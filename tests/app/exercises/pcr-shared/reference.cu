// A tridiagonal system of up to 512 rows by parallel cyclic reduction in shared memory, one thread per row.

#define MOST 512

template <typename T> __global__ void pcr(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    __shared__ T sa[MOST], sb[MOST], sc[MOST], sd[MOST];
    const int i = threadIdx.x;
    if (i < n) {
        sa[i] = a[i];
        sb[i] = b[i];
        sc[i] = c[i];
        sd[i] = d[i];
    }
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        T na = 0, nb = 1, nc = 0, nd = 0;
        if (i < n) {
            nb = sb[i];
            nd = sd[i];
            if (i >= distance) {
                const T k1 = sa[i] / sb[i - distance];
                na = -k1 * sa[i - distance];
                nb -= k1 * sc[i - distance];
                nd -= k1 * sd[i - distance];
            }
            if (i + distance < n) {
                const T k2 = sc[i] / sb[i + distance];
                nb -= k2 * sa[i + distance];
                nc = -k2 * sc[i + distance];
                nd -= k2 * sd[i + distance];
            }
        }
        __syncthreads(); // all have read
        if (i < n) {
            sa[i] = na;
            sb[i] = nb;
            sc[i] = nc;
            sd[i] = nd;
        }
        __syncthreads(); // all have written
    }
    if (i < n) x[i] = sd[i] / sb[i];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    pcr<<<1, MOST>>>(n, a, b, c, d, x);
}
