// title: Sum of a vector
// summary: Adds up all elements. The threads combine their sums in shared memory or with shuffles.
// in: a T[n]
// out: sum T[1]
// n: 1 .. 10000000

template <typename T> void expected(int n, const T* a, T* sum) {
    T total = 0;
    for (int i = 0; i < n; ++i) total += a[i];
    sum[0] = total;
}
