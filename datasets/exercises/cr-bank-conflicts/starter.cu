// Solves a tridiagonal system of up to 1024 rows by cyclic reduction in shared memory. a, b and c are the diagonals, d
// is the right-hand side. Each forward step eliminates every second remaining row; the backward steps compute x.

#define MOST 1024
#define PLACE(i) (i)
#define PLACES MOST

template <typename T> __global__ void cr(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    __shared__ T sa[PLACES], sb[PLACES], sc[PLACES], sd[PLACES]; // sd holds x at the end
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sa[PLACE(i)] = a[i];
        sb[PLACE(i)] = b[i];
        sc[PLACE(i)] = c[i];
        sd[PLACE(i)] = d[i];
    }
    __syncthreads();
    int distance = 1;
    for (; 2 * distance <= n; distance *= 2) {
        const int i = 2 * distance * (threadIdx.x + 1) - 1;
        if (i < n) {
            const int here = PLACE(i), above = PLACE(i - distance);
            const T k1 = sa[here] / sb[above];
            T nb = sb[here] - k1 * sc[above], nc = 0, nd = sd[here] - k1 * sd[above];
            if (i + distance < n) {
                const int below = PLACE(i + distance);
                const T k2 = sc[here] / sb[below];
                nb -= k2 * sa[below];
                nc = -k2 * sc[below];
                nd -= k2 * sd[below];
            }
            sa[here] = -k1 * sa[above];
            sb[here] = nb;
            sc[here] = nc;
            sd[here] = nd;
        }
        __syncthreads();
    }
    for (; distance >= 1; distance /= 2) {
        const int i = distance - 1 + 2 * distance * threadIdx.x;
        if (i < n) {
            const int here = PLACE(i);
            T rest = sd[here];
            if (i >= distance) rest -= sa[here] * sd[PLACE(i - distance)];
            if (i + distance < n) rest -= sc[here] * sd[PLACE(i + distance)];
            sd[here] = rest / sb[here];
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = sd[PLACE(i)];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    cr<<<1, MOST / 2>>>(n, a, b, c, d, x);
}
