// verdict: out-of-bounds
// says: part
// in: x T[n]
// out: y T[n]
// n: 1 .. 5000

template <typename T> void expected(int n, const T* x, T* y) {
    for (int i = 0; i < n; ++i) y[i] = x[i];
}

template <typename T> __global__ void kernel(int n, const T* x, T* y) {
    __shared__ T part[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) part[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n) y[i] = part[threadIdx.x];
}

template <typename T> void run(int n, const T* x, T* y, int block) {
    kernel<<<(n + block - 1) / block, block>>>(n, x, y);
}
