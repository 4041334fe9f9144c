// verdict: right
// says: Correct on
// inout: a T[n]
// n: 3 .. 1000
// steps: 0 .. 6
// scratch: other double[n]
template <typename T> void expected(int n, int steps, T* a) {
    for (int step = 0; step < steps; ++step) {
        T before = a[0];
        for (int i = 1; i + 1 < n; ++i) {
            const T now = a[i];
            a[i] = (before + now + a[i + 1]) / 3;
            before = now;
        }
    }
}

template <typename T> __global__ void smooth(int n, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = i > 0 && i + 1 < n ? (from[i - 1] + from[i] + from[i + 1]) / 3 : from[i];
}

template <typename T> __global__ void copy(int n, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

template <typename T> void run(int n, int steps, T* a, T* other, int block) {
    const int blocks = (n + block - 1) / block;
    for (int step = 0; step < steps; ++step) {
        smooth<<<blocks, block>>>(n, a, other);
        copy<<<blocks, block>>>(n, other, a);
    }
}
