// The sum of a block and its flag are both volatile, but no fence orders them
// verdict: global-race
// problem: scan
// scratch: sum_of int[(n + 63) / 64]
// scratch: flag int[(n + 63) / 64]
__global__ void k(int n, const int* a, int* b, volatile int* sum_of, volatile int* flag) {
    __shared__ int s[64];
    __shared__ int before;
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const int more = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += more;
        __syncthreads();
    }
    if (t == 0) {
        int sum = 0;
        if (blockIdx.x > 0) {
            while (flag[blockIdx.x - 1] == 0) {}
            __threadfence();
            sum = sum_of[blockIdx.x - 1];
        }
        before = sum;
        sum_of[blockIdx.x] = sum + s[63];
        flag[blockIdx.x] = 1;
    }
    __syncthreads();
    if (i < n) b[i] = before + s[t];
}
void run(int n, const int* a, int* b, int* sum_of, int* flag) {
    const int blocks = (n + 63) / 64;
    cudaMemset(flag, 0, blocks * sizeof(int));
    k<<<blocks, 64>>>(n, a, b, sum_of, flag);
}
