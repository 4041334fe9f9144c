// Sum of an array
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const int BLOCK_SIZE = 256;

__global__ void sumReduce(const int* input, int* result, int n) {
    __shared__ int cache[BLOCK_SIZE];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    cache[tid] = i < n ? input[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) cache[tid] += cache[tid + s];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(result, cache[0]);
}

int main() {
    const int n = 1 << 20;
    int* h = new int[n];
    for (int i = 0; i < n; ++i) h[i] = i % 10;
    int *d, *r, sum = 0;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&r, sizeof(int));
    cudaMemset(r, 0, sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    int blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    sumReduce<<<blocks, BLOCK_SIZE>>>(d, r, n);
    cudaMemcpy(&sum, r, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum = %d\n", sum);
    delete[] h;
    return 0;
}
