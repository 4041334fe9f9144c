// title: Convolution of a signal
// summary: Each element of the result is a weighted sum of the neighbors of an element. Elements beyond the ends are 0.
// in: a T[n]
// in: weight T[2 * radius + 1]
// out: b T[n]
// n: 1 .. 1000000
// radius: 0 .. 16

template <typename T> void expected(int n, int radius, const T* a, const T* weight, T* b) {
    for (int i = 0; i < n; ++i) {
        T sum = 0;
        for (int k = -radius; k <= radius; ++k)
            if (i - k >= 0 && i - k < n) sum += a[i - k] * weight[k + radius];
        b[i] = sum;
    }
}
