// verdict: wrong-result
// y is overwritten instead of updated.
// problem: saxpy

template <typename T> __global__ void saxpy(int n, T alpha, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = alpha * x[i];
}

template <typename T> void run(int n, T alpha, const T* x, T* y, int block) {
    saxpy<<<(n + block - 1) / block, block>>>(n, alpha, x, y);
}
