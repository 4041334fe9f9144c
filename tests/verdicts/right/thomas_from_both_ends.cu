// verdict: right
// Two threads go from the ends to the middle and back.
// scratch: upper T[n]
template <typename T> __global__ void twisted(int n, const T* a, const T* b, const T* c, const T* d, T* upper, T* x) {
    const int middle = n / 2;
    if (threadIdx.x == 0 && middle > 0) {
        upper[0] = c[0] / b[0];
        x[0] = d[0] / b[0];
        for (int i = 1; i < middle; ++i) {
            const T pivot = b[i] - a[i] * upper[i - 1];
            upper[i] = c[i] / pivot;
            x[i] = (d[i] - a[i] * x[i - 1]) / pivot;
        }
    }
    if (threadIdx.x == 1 && middle + 1 < n) {
        upper[n - 1] = a[n - 1] / b[n - 1];
        x[n - 1] = d[n - 1] / b[n - 1];
        for (int i = n - 2; i > middle; --i) {
            const T pivot = b[i] - c[i] * upper[i + 1];
            upper[i] = a[i] / pivot;
            x[i] = (d[i] - c[i] * x[i + 1]) / pivot;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        T pivot = b[middle], sum = d[middle];
        if (middle > 0) {
            pivot -= a[middle] * upper[middle - 1];
            sum -= a[middle] * x[middle - 1];
        }
        if (middle + 1 < n) {
            pivot -= c[middle] * upper[middle + 1];
            sum -= c[middle] * x[middle + 1];
        }
        x[middle] = sum / pivot;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = middle - 1; i >= 0; --i) x[i] -= upper[i] * x[i + 1];
    else
        for (int i = middle + 1; i < n; ++i) x[i] -= upper[i] * x[i - 1];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* upper) {
    twisted<<<1, 2>>>(n, a, b, c, d, upper, x);
}
