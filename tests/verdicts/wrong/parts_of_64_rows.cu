// verdict: wrong-result
// Parts of 64 rows are solved separately, each with 32 more rows on either side.

template <typename T> __global__ void parts(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    const int own = 64 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (own >= n) return;
    const int first = max(0, own - 32), end = min(n, own + 96);
    T upper[128], sum[128];
    upper[0] = c[first] / b[first];
    sum[0] = d[first] / b[first];
    for (int i = first + 1; i < end; ++i) {
        const T pivot = b[i] - a[i] * upper[i - 1 - first];
        upper[i - first] = c[i] / pivot;
        sum[i - first] = (d[i] - a[i] * sum[i - 1 - first]) / pivot;
    }
    T next = 0;
    for (int i = end - 1; i >= own; --i) {
        next = sum[i - first] - (i + 1 < end ? upper[i - first] * next : 0);
        if (i < own + 64) x[i] = next;
    }
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    parts<<<(n + 2047) / 2048, 32>>>(n, a, b, c, d, x);
}
