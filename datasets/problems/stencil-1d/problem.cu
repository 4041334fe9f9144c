// title: Stencil in one dimension
// summary: Each element of the result is the sum of the seven elements around its position. There are zeros beyond the ends.
// in: a T[n]
// out: b T[n]
// n: 1 .. 10000000

template <typename T> void expected(int n, const T* a, T* b) {
    for (int i = 0; i < n; ++i) {
        T sum = 0;
        for (int k = i - 3; k <= i + 3; ++k)
            if (k >= 0 && k < n) sum += a[k];
        b[i] = sum;
    }
}
