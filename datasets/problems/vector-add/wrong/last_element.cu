// verdict: wrong-result
// The guard leaves out the last element.
// problem: vector-add

template <typename T> __global__ void kernel(int n, const T* a, const T* b, T* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) c[i] = a[i] + b[i];
}

template <typename T> void run(int n, const T* a, const T* b, T* c, int block) {
    kernel<<<(n + block - 1) / block, block>>>(n, a, b, c);
}
