// problem: reduction
template <typename T> __global__ void clear(T* sum) { sum[0] = 0; }
template <typename T> __global__ void add(int n, const T* a, T* sum) {
    __shared__ T part[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T mine = i < n ? a[i] : 0;
    for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);
    if (lane == 0) part[warp] = mine;
    __syncthreads();
    if (warp == 0) {
        mine = lane < (blockDim.x + 31) / 32 ? part[lane] : 0;
        for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);
        if (lane == 0) atomicAdd(sum, mine);
    }
}
template <typename T> void run(int n, const T* a, T* sum, int block) {
    clear<<<1, 1>>>(sum);
    add<<<(n + block - 1) / block, block>>>(n, a, sum);
}
