// verdict: out-of-bounds
// The elements beyond the ends are read.
// problem: stencil-1d

template <typename T> __global__ void stencil(int n, const T* a, T* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum = 0;
    for (int k = -3; k <= 3; ++k) sum += a[i + k];
    b[i] = sum;
}

template <typename T> void run(int n, const T* a, T* b, int block) {
    stencil<<<(n + block - 1) / block, block>>>(n, a, b);
}
