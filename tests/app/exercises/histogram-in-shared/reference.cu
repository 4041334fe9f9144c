// problem: histogram

__global__ void clear(int* count) { count[threadIdx.x] = 0; }

__global__ void count_bytes(int n, const unsigned char* data, int* count) {
    __shared__ int own[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) own[bin] = 0;
    __syncthreads();
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (own[bin] > 0) atomicAdd(&count[bin], own[bin]);
}

void run(int n, const unsigned char* data, int* count, int block) {
    clear<<<1, 256>>>(count);
    count_bytes<<<(n + 16 * block - 1) / (16 * block), block>>>(n, data, count);
}
