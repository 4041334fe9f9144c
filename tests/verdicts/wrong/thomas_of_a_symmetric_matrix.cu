// verdict: wrong-result
// The entry below the diagonal is used in place of the one above it.

// scratch: upper T[n]
template <typename T> __global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x) {
    upper[0] = c[0] / b[0];
    x[0] = d[0] / b[0];
    for (int i = 1; i < n; ++i) {
        const T pivot = b[i] - c[i - 1] * upper[i - 1];
        upper[i] = c[i] / pivot;
        x[i] = (d[i] - c[i - 1] * x[i - 1]) / pivot;
    }
    for (int i = n - 2; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    thomas<<<1, 1>>>(n, a, b, c, d, upper, x);
}
