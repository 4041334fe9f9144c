// verdict: shared-race
// The loop has no barrier.
// problem: reduction

template <typename T> __global__ void add_up(int n, const T* a, T* sum) {
    __shared__ T sums[1024];
    T own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own += a[i];
    sums[threadIdx.x] = own;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sum[0] = sums[0];
}

template <typename T> void run(int n, const T* a, T* sum) { add_up<<<1, 256>>>(n, a, sum); }
