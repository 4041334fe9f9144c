// title: Dot product
// summary: Multiplies two vectors element by element and adds up the products.
// in: x T[n]
// in: y T[n]
// out: result T[1]
// n: 1 .. 10000000

template <typename T> void expected(int n, const T* x, const T* y, T* result) {
    T total = 0;
    for (int i = 0; i < n; ++i) total += x[i] * y[i];
    result[0] = total;
}
