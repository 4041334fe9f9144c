// A counter of 8 bits overflows if a thread counts more than 255 equal bytes
// verdict: wrong-result
// problem: histogram
// block: 32
__global__ void k(int n, const unsigned char* data, int* count) {
    __shared__ unsigned char bins[256 * 32];
    for (int b = 0; b < 256; ++b) bins[b * 32 + threadIdx.x] = 0;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += 32 * gridDim.x) { ++bins[data[i] * 32 + threadIdx.x]; }
    for (int b = 0; b < 256; ++b)
        if (bins[b * 32 + threadIdx.x] > 0) atomicAdd(&count[b], static_cast<int>(bins[b * 32 + threadIdx.x]));
}
void run(int n, const unsigned char* data, int* count) {
    cudaMemset(count, 0, 256 * sizeof(int));
    k<<<2, 32>>>(n, data, count);
}
