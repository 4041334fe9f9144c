// title: SAXPY with a grid-stride loop
// problem: saxpy

template <typename T> __global__ void saxpy(int n, T alpha, const T* x, T* y) {
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x)
        y[i] = alpha * x[i] + y[i];
}

template <typename T> void run(int n, T alpha, const T* x, T* y, int block) {
    const int needed = (n + block - 1) / block, blocks = min(needed, 264);
    saxpy<<<blocks, block>>>(n, alpha, x, y);
}
