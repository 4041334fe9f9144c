// verdict: wrong-result or out-of-bounds
// The arrays in shared memory hold 512 equations, and nothing says so.

template <typename T> __global__ void cr(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    __shared__ T sa[512], sb[512], sc[512], sd[512];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sa[i] = i > 0 ? a[i] : 0;
        sb[i] = b[i];
        sc[i] = i + 1 < n ? c[i] : 0;
        sd[i] = d[i];
    }
    __syncthreads();
    int distance = 1;
    for (; 2 * distance <= n; distance *= 2) {
        const int i = 2 * distance * (threadIdx.x + 1) - 1;
        if (i < n) {
            const T k1 = sa[i] / sb[i - distance];
            sb[i] -= k1 * sc[i - distance];
            sd[i] -= k1 * sd[i - distance];
            sa[i] = -k1 * sa[i - distance];
            if (i + distance < n) {
                const T k2 = sc[i] / sb[i + distance];
                sb[i] -= k2 * sa[i + distance];
                sd[i] -= k2 * sd[i + distance];
                sc[i] = -k2 * sc[i + distance];
            }
        }
        __syncthreads();
    }
    for (; distance > 0; distance /= 2) {
        const int i = 2 * distance * threadIdx.x + distance - 1;
        if (i < n) {
            T sum = sd[i];
            if (i >= distance) sum -= sa[i] * sd[i - distance];
            if (i + distance < n) sum -= sc[i] * sd[i + distance];
            sd[i] = sum / sb[i];
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = sd[i];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    cr<<<1, 256>>>(n, a, b, c, d, x);
}
