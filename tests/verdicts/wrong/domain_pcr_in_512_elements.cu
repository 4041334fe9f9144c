// verdict: out-of-bounds
// unknowns: a power of two, at most 1024

template <typename T> __global__ void reduce(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    __shared__ T lower[512], middle[512], upper[512], right[512];
    const int i = threadIdx.x;
    lower[i] = a[i];
    middle[i] = b[i];
    upper[i] = c[i];
    right[i] = d[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        T new_lower = 0, new_middle = middle[i], new_upper = 0, new_right = right[i];
        if (i >= distance) {
            const int above = i - distance;
            const T factor = lower[i] / middle[above];
            new_lower = -factor * lower[above];
            new_middle -= factor * upper[above];
            new_right -= factor * right[above];
        }
        if (i + distance < n) {
            const int below = i + distance;
            const T factor = upper[i] / middle[below];
            new_upper = -factor * upper[below];
            new_middle -= factor * lower[below];
            new_right -= factor * right[below];
        }
        __syncthreads();
        lower[i] = new_lower;
        middle[i] = new_middle;
        upper[i] = new_upper;
        right[i] = new_right;
        __syncthreads();
    }
    x[i] = right[i] / middle[i];
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x) {
    reduce<<<1, n>>>(n, a, b, c, d, x);
}
