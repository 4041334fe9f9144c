// verdict: wrong-result
// The kernel assumes 256 threads per block.
// problem: vector-add

template <typename T> __global__ void kernel(int n, const T* a, const T* b, T* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.x * 256 + threadIdx.x;
    if (j < n) c[j] = a[j] + b[j];
}

template <typename T> void run(int n, const T* a, const T* b, T* c, int block) {
    kernel<<<(n + block - 1) / block, block>>>(n, a, b, c);
}
