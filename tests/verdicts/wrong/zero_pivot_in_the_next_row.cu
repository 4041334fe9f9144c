// verdict: refused
// scratch: upper T[n]
// The row of a zero pivot is reported as if rows were counted from 1.

template <typename T>
__global__ void thomas(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, int* zero_pivot) {
    T pivot = b[0];
    if (pivot == 0) atomicMin(zero_pivot, 1);
    upper[0] = c[0] / pivot;
    x[0] = d[0] / pivot;
    for (int i = 1; i < n; ++i) {
        pivot = b[i] - a[i] * upper[i - 1];
        if (pivot == 0) atomicMin(zero_pivot, i + 1);
        upper[i] = c[i] / pivot;
        x[i] = (d[i] - a[i] * x[i - 1]) / pivot;
    }
    for (int i = n - 2; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, int* zero_pivot) {
    thomas<<<1, 1>>>(n, a, b, c, d, x, upper, zero_pivot);
}
