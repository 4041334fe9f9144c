// verdict: wrong-result
// The sums of the blocks are not scanned, so only the second block is correct.
// problem: exclusive-scan
// scratch: sums int[n / 256 + 1]

constexpr int width = 256;

/// Scans one part of the input in shared memory: sums up a tree, and then passes the sums down again.
__global__ void scan_parts(int n, const int* a, int* b, int* sums) {
    __shared__ int part[width];
    const int i = blockIdx.x * width + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] : 0;
    for (int distance = 1; distance < width; distance *= 2) {
        __syncthreads();
        const int right = (threadIdx.x + 1) * 2 * distance - 1;
        if (right < width) part[right] += part[right - distance];
    }
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = part[width - 1];
        part[width - 1] = 0;
    }
    for (int distance = width / 2; distance > 0; distance /= 2) {
        __syncthreads();
        const int right = (threadIdx.x + 1) * 2 * distance - 1;
        if (right < width) {
            const int left_sum = part[right - distance];
            part[right - distance] = part[right];
            part[right] += left_sum;
        }
    }
    __syncthreads();
    if (i < n) b[i] = part[threadIdx.x];
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
    add_sums<<<parts, width>>>(n, b, sums);
}
