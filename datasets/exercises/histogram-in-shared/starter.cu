// problem: histogram
// The histogram of n bytes. Every thread adds 1 to the counter of its byte in global memory.

__global__ void clear(int* count) { count[threadIdx.x] = 0; }

__global__ void count_bytes(int n, const unsigned char* data, int* count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&count[data[i]], 1);
}

void run(int n, const unsigned char* data, int* count, int block) {
    clear<<<1, 256>>>(count);
    count_bytes<<<(n + block - 1) / block, block>>>(n, data, count);
}
