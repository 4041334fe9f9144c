// title: One Jacobi step for a dense system
// summary: Solves each equation for its own unknown, with the previous values of all other unknowns.
// in: a T[n][n]
// in: b T[n]
// in: x T[n]
// out: y T[n]
// n: 1 .. 5000
// a: uniform 1 .. 2

template <typename T> void expected(int n, const T* a, const T* b, const T* x, T* y) {
    for (int row = 0; row < n; ++row) {
        T sum = b[row];
        for (int col = 0; col < n; ++col)
            if (col != row) sum -= a[row * n + col] * x[col];
        y[row] = sum / a[row * n + row];
    }
}
