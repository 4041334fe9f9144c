// verdict: wrong-result
// The grid is rounded down, so the last elements have no thread.
// problem: vector-add

template <typename T> __global__ void kernel(int n, const T* a, const T* b, T* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

template <typename T> void run(int n, const T* a, const T* b, T* c, int block) {
    kernel<<<n / block + (n < block), block>>>(n, a, b, c);
}
