// problem: dot-product

template <typename T> __global__ void clear(T* result) { result[0] = 0; }

template <typename T> __global__ void dot(int n, const T* x, const T* y, T* result) {
    __shared__ T part[1024];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < n ? x[i] * y[i] : 0;
    __syncthreads();
    for (int width = blockDim.x; width > 1;) {
        const int half = (width + 1) / 2;
        if (t + half < width) part[t] += part[t + half];
        __syncthreads();
        width = half;
    }
    if (t == 0) atomicAdd(result, part[0]);
}

template <typename T> void run(int n, const T* x, const T* y, T* result, int block) {
    clear<<<1, 1>>>(result);
    dot<<<(n + block - 1) / block, block>>>(n, x, y, result);
}
