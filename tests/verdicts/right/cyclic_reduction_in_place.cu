// verdict: right
// Cyclic reduction in one block of shared memory for up to 512 equations, one thread for more.
// scratch: upper T[n]

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

template <typename T> __global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    upper[0] = c[0] / b[0];
    x[0] = d[0] / b[0];
    for (int i = 1; i < n; ++i) {
        const T pivot = b[i] - a[i] * upper[i - 1];
        upper[i] = c[i] / pivot;
        x[i] = (d[i] - a[i] * x[i - 1]) / pivot;
    }
    for (int i = n - 2; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    if (n <= 512) cr<<<1, 256>>>(n, a, b, c, d, x);
    else thomas<<<1, 1>>>(n, a, b, c, d, x, upper);
}
