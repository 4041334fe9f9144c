// title: Vector addition, one thread per element
// problem: vector-add

template <typename T> __global__ void add(int n, const T* a, const T* b, T* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

template <typename T> void run(int n, const T* a, const T* b, T* c, int block) {
    add<<<(n + block - 1) / block, block>>>(n, a, b, c);
}
