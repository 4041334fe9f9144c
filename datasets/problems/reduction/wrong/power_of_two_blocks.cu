// verdict: wrong-result
// Halving the distance leaves out threads of blocks whose size is no power of two.
// problem: reduction

template <typename T> __global__ void add_up(int n, const T* a, T* sum) {
    __shared__ T sums[1024];
    T own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own += a[i];
    sums[threadIdx.x] = own;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sum[0] = sums[0];
}

template <typename T> void run(int n, const T* a, T* sum, int block) { add_up<<<1, block>>>(n, a, sum); }
