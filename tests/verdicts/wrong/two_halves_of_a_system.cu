// verdict: wrong-result
// A system is solved as two independent halves.
// scratch: upper T[n]
template <typename T> __global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x) {
    const int first = threadIdx.x * (n / 2), end = threadIdx.x == 0 ? n / 2 : n;
    if (first == end) return;
    upper[first] = c[first] / b[first];
    x[first] = d[first] / b[first];
    for (int i = first + 1; i < end; ++i) {
        const T pivot = b[i] - a[i] * upper[i - 1];
        upper[i] = c[i] / pivot;
        x[i] = (d[i] - a[i] * x[i - 1]) / pivot;
    }
    for (int i = end - 2; i >= first; --i) x[i] -= upper[i] * x[i + 1];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    thomas<<<1, 2>>>(n, a, b, c, d, upper, x);
}
