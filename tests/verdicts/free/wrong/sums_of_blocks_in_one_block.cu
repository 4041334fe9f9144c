// verdict: wrong-result
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

// Has one thread per block of the first launch, so it drops the sums of all blocks after the first 1,024.
__global__ void total(int blocks, const int* sums, int* b) {
    if (threadIdx.x == 0) b[0] = 0;
    __syncthreads();
    if (threadIdx.x < blocks) atomicAdd(b, sums[threadIdx.x]);
}

void run(int n, const int* a, int* b, int* sums, int block) {
    const int blocks = (n + block - 1) / block;
    sums_of_blocks<<<blocks, block>>>(n, a, sums);
    total<<<1, 1024>>>(blocks, sums, b);
}
