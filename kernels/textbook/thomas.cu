// One tridiagonal system by elimination from the first row to the last and back (Thomas), one thread.
// Every row waits for its neighbour, so there is nothing to share: the GPU shows what one of its threads is worth.
// scratch: upper T[n]

template <typename T> __global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x) {
    T last_upper = 0, last_x = 0;
    for (int i = 0; i < n; ++i) {
        const T pivot = b[i] - a[i] * last_upper;
        last_upper = c[i] / pivot;
        last_x = (d[i] - a[i] * last_x) / pivot;
        upper[i] = last_upper;
        x[i] = last_x;
    }
    for (int i = n - 2; i >= 0; --i) {
        last_x = x[i] - upper[i] * last_x;
        x[i] = last_x;
    }
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    thomas<<<1, 1>>>(n, a, b, c, d, upper, x);
}
