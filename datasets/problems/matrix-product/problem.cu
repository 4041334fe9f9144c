// title: Matrix product
// summary: Multiplies an m x k matrix by a k x n matrix. All matrices are stored by rows.
// in: a T[m][k]
// in: b T[k][n]
// out: c T[m][n]
// m: 1 .. 4000
// n: 1 .. 4000
// k: 1 .. 4000

template <typename T> void expected(int m, int n, int k, const T* a, const T* b, T* c) {
    for (int row = 0; row < m; ++row)
        for (int col = 0; col < n; ++col) {
            T sum = 0;
            for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
            c[row * n + col] = sum;
        }
}
