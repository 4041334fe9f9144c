// verdict: right
// says: Correct on
// in: a T[n]
// out: b T[n]
// n: 1 .. 5000
// a: one nan

template <typename T> void expected(int n, const T* a, T* b) {
    for (int i = 0; i < n; ++i) b[i] = a[i] < 0 ? -a[i] : a[i];
}

template <typename T> __global__ void absolute(int n, const T* a, T* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = fabs(a[i]);
}

template <typename T> void run(int n, const T* a, T* b, int block) {
    absolute<<<(n + block - 1) / block, block>>>(n, a, b);
}
