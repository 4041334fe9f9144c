// verdict: wrong-result
// says: should be NaN
// in: a T[n]
// out: largest T[1]
// n: 1 .. 500
// a: one nan

template <typename T> void expected(int n, const T* a, T* largest) {
    T best = a[0];
    for (int i = 1; i < n; ++i)
        if (a[i] > best || a[i] != a[i]) best = a[i];
        else if (best != best) break;
    largest[0] = best;
}

template <typename T> __global__ void find(int n, const T* a, T* largest) {
    T best = a[0];
    for (int i = 1; i < n; ++i) best = fmax(best, a[i]);
    largest[0] = best;
}

template <typename T> void run(int n, const T* a, T* largest) { find<<<1, 1>>>(n, a, largest); }
