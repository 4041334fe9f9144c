// verdict: wrong-result
// The sums of the preceding blocks are never added.
// problem: scan

constexpr int width = 1024;

__global__ void scan(int n, const int* a, int* b) {
    __shared__ int part[width];
    const int i = blockIdx.x * width + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < width; distance *= 2) {
        const int before = threadIdx.x >= distance ? part[threadIdx.x - distance] : 0;
        __syncthreads();
        part[threadIdx.x] += before;
        __syncthreads();
    }
    if (i < n) b[i] = part[threadIdx.x];
}

void run(int n, const int* a, int* b) { scan<<<(n + width - 1) / width, width>>>(n, a, b); }
