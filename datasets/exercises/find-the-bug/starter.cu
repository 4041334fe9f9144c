// problem: dot-product
// The sum of the products x[i] y[i]. Each block adds up its products in shared memory. There are four bugs.

template <typename T> __global__ void dot(int n, const T* x, const T* y, T* result) {
    __shared__ T part[1024];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i < n) part[t] = x[i] * y[i];
    for (int half = blockDim.x / 2; half > 0; half /= 2)
        if (t < half) part[t] += part[t + half];
    if (t == 0) atomicAdd(result, part[0]);
}

template <typename T> void run(int n, const T* x, const T* y, T* result, int block) {
    dot<<<(n + block - 1) / block, block>>>(n, x, y, result);
}
