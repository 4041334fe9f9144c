// title: Sum in two launches
// problem: reduction
// scratch: partial double[64]

template <typename T> __global__ void add_up(int n, const T* a, T* result) {
    __shared__ T sums[1024];
    T sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x)
        sum += a[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int width = blockDim.x; width > 1;) {
        const int half = (width + 1) / 2;
        if (threadIdx.x + half < width) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
        width = half;
    }
    if (threadIdx.x == 0) result[blockIdx.x] = sums[0];
}

template <typename T> void run(int n, const T* a, T* sum, T* partial, int block) {
    const int blocks = (n + block - 1) / block < 64 ? (n + block - 1) / block : 64;
    add_up<<<blocks, block>>>(n, a, partial);
    add_up<<<1, block>>>(blocks, partial, sum);
}
