// title: Thomas, one GPU thread
// summary: One thread eliminates row by row while all others are idle. For teaching.
// source: cerny2011, Thomasův algoritmus
// scratch: upper T[n]

#include "../headers/check_pivot.cuh"

// Gaussian elimination from the first row to the last one and back. Every row depends on its neighbor, so the work
// cannot be divided. A single thread does all of it, which shows the speed of one GPU thread.
template <typename T>
__global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x, int* zero_pivot) {
    if (threadIdx.x != 0) return;
    T last_upper = 0, last_x = 0;
    for (int i = 0; i < n; ++i) {
        const T eliminated = a[i] * last_upper;
        const T pivot = b[i] - eliminated;
        check_pivot(pivot, i, zero_pivot);
        last_upper = c[i] / pivot;
        const T from_before = a[i] * last_x;
        last_x = (d[i] - from_before) / pivot;
        upper[i] = last_upper;
        x[i] = last_x;
    }
    for (int i = n - 2; i >= 0; --i) {
        const T from_after = upper[i] * last_x;
        last_x = x[i] - from_after;
        x[i] = last_x;
    }
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* upper) {
    thomas<<<1, 32>>>(n, a, b, c, d, upper, x, zero_pivot);
}
