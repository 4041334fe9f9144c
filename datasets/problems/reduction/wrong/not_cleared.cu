// verdict: unwritten-global or wrong-result
// The result is not set to 0 before the sums are added to it.
// problem: reduction

template <typename T> __global__ void add_up(int n, const T* a, T* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, a[i]);
}

template <typename T> void run(int n, const T* a, T* sum, int block) {
    add_up<<<(n + block - 1) / block, block>>>(n, a, sum);
}
