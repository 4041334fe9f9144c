// verdict: global-race or wrong-result
// Blocks add to the result without an atomic operation.
// problem: reduction

template <typename T> __global__ void clear(T* sum) { sum[0] = 0; }

template <typename T> __global__ void add_up(int n, const T* a, T* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[0] += a[i];
}

template <typename T> void run(int n, const T* a, T* sum, int block) {
    clear<<<1, 1>>>(sum);
    add_up<<<(n + block - 1) / block, block>>>(n, a, sum);
}
