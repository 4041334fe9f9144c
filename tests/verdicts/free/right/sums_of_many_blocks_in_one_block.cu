// in: a int[n]
// out: b int[1]
// n: 1 .. 1000000
// a: integers 0..9
// scratch: sums int[(n + 31) / 32]

void expected(int n, const int* a, int* b) {
    b[0] = 0;
    for (int i = 0; i < n; ++i) b[0] += a[i];
}

__global__ void sums_of_blocks(int n, const int* a, int* sums) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, a[i]);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Each of the 1,024 threads adds every 1,024th sum.
__global__ void total(int blocks, const int* sums, int* b) {
    if (threadIdx.x == 0) b[0] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < blocks; i += blockDim.x) atomicAdd(b, sums[i]);
}

void run(int n, const int* a, int* b, int* sums, int block) {
    const int blocks = (n + block - 1) / block;
    sums_of_blocks<<<blocks, block>>>(n, a, sums);
    total<<<1, 1024>>>(blocks, sums, b);
}
