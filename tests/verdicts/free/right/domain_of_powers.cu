// verdict: right
// says: Correct for n a power of two, on
// inout: a T[n]
// n: a power of two, at most 1024

template <typename T> void expected(int n, T* a) {
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += a[i];
    for (int i = 0; i < n; ++i) a[i] = sum;
}

template <typename T> __global__ void butterfly(int n, T* a) {
    __shared__ T part[2][1024];
    const int i = threadIdx.x;
    int from = 0;
    part[from][i] = a[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        part[1 - from][i] = part[from][i] + part[from][i ^ distance];
        from = 1 - from;
        __syncthreads();
    }
    a[i] = part[from][i];
}

template <typename T> void run(int n, T* a) { butterfly<<<1, n>>>(n, a); }
