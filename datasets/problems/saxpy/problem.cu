// title: SAXPY
// summary: Adds a multiple of one vector to another. y is both an input and the result.
// in: x T[n]
// inout: y T[n]
// n: 0 .. 10000000
// alpha: -3 .. 3

template <typename T> void expected(int n, T alpha, const T* x, T* y) {
    for (int i = 0; i < n; ++i) y[i] = alpha * x[i] + y[i];
}
