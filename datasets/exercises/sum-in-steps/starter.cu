// problem: reduction
// The sum of n numbers. Every thread adds its element to the result.

template <typename T> __global__ void clear(T* sum) { sum[0] = 0; }

template <typename T> __global__ void add_up(int n, const T* a, T* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, a[i]);
}

template <typename T> void run(int n, const T* a, T* sum, int block) {
    clear<<<1, 1>>>(sum);
    add_up<<<(n + block - 1) / block, block>>>(n, a, sum);
}
