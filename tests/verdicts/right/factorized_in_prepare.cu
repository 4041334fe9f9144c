// verdict: right
// The elimination of the matrix is done once in prepare; each run applies it to its right-hand side.
// scratch: upper T[n]
// scratch: pivot T[n]
template <typename T> __global__ void factorize(int n, const T* a, const T* b, const T* c, T* upper, T* pivot) {
    for (int i = 0; i < n; ++i) {
        pivot[i] = i == 0 ? b[0] : b[i] - a[i] * upper[i - 1];
        upper[i] = c[i] / pivot[i];
    }
}
template <typename T> void prepare(int n, const T* a, const T* b, const T* c, T* upper, T* pivot) {
    factorize<<<1, 1>>>(n, a, b, c, upper, pivot);
}
template <typename T> __global__ void solve(int n, const T* a, const T* upper, const T* pivot, const T* d, T* x) {
    x[0] = d[0] / pivot[0];
    for (int i = 1; i < n; ++i) x[i] = (d[i] - a[i] * x[i - 1]) / pivot[i];
    for (int i = n - 2; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
}
template <typename T> void run(int n, const T* a, const T* upper, const T* pivot, const T* d, T* x) {
    solve<<<1, 1>>>(n, a, upper, pivot, d, x);
}
