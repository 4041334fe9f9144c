// title: Vector addition
// summary: Adds two vectors element by element. Each thread computes one element.
// in: a T[n]
// in: b T[n]
// out: c T[n]
// n: 0 .. 10000000

template <typename T> void expected(int n, const T* a, const T* b, T* c) {
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
