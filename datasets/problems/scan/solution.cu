// title: Prefix sum by Hillis and Steele, in three launches
// problem: scan
// scratch: sums int[n / 256 + 1]

constexpr int width = 256;

/// Scans one part of the input in shared memory, and stores its sum.
__global__ void scan_parts(int n, const int* a, int* b, int* sums) {
    __shared__ int part[2][width];
    const int i = blockIdx.x * width + threadIdx.x;
    int from = 0;
    part[from][threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < width; distance *= 2) {
        const int before = threadIdx.x >= distance ? part[from][threadIdx.x - distance] : 0;
        part[1 - from][threadIdx.x] = part[from][threadIdx.x] + before;
        from = 1 - from;
        __syncthreads();
    }
    if (i < n) b[i] = part[from][threadIdx.x];
    if (threadIdx.x == width - 1) sums[blockIdx.x] = part[from][threadIdx.x];
}

__global__ void scan_sums(int parts, int* sums) {
    int total = 0;
    for (int p = 0; p < parts; ++p) {
        const int sum = sums[p];
        sums[p] = total;
        total += sum;
    }
}

__global__ void add_sums(int n, int* b, const int* sums) {
    const int i = blockIdx.x * width + threadIdx.x;
    if (i < n) b[i] += sums[blockIdx.x];
}

void run(int n, const int* a, int* b, int* sums) {
    const int parts = (n + width - 1) / width;
    scan_parts<<<parts, width>>>(n, a, b, sums);
    scan_sums<<<1, 1>>>(parts, sums);
    add_sums<<<parts, width>>>(n, b, sums);
}
