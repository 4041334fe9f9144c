// verdict: global-race
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#define CUDA_CHECK(call)                                                              \
    do {                                                                              \
        cudaError_t err__ = (call);                                                   \
        if (err__ != cudaSuccess) {                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(err__)); \
            exit(EXIT_FAILURE);                                                       \
        }                                                                             \
    } while (0)
#define HISTOGRAM256_BIN_COUNT 256
typedef unsigned int uint;
typedef unsigned char uchar;
__global__ void histogram256(uint* d_Histogram, const uchar* d_Data, uint dataCount) {
    __shared__ uint s_Hist[HISTOGRAM256_BIN_COUNT];
    for (uint i = threadIdx.x; i < HISTOGRAM256_BIN_COUNT; i += blockDim.x) s_Hist[i] = 0;
    __syncthreads();
    for (uint pos = __umul24(blockIdx.x, blockDim.x) + threadIdx.x; pos < dataCount; pos += __umul24(blockDim.x, gridDim.x))
        atomicAdd(s_Hist + d_Data[pos], 1);
    __syncthreads();
    for (uint i = threadIdx.x; i < HISTOGRAM256_BIN_COUNT; i += blockDim.x) d_Histogram[i] += s_Hist[i];
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(int);
    int* h_a = (int*)malloc(bytes);
    int* h_c = (int*)malloc(bytes);
    for (int i = 0; i < N; i++) h_a[i] = rand() / (int)RAND_MAX;
    int* d_a;
    CUDA_CHECK(cudaMalloc((void**)&d_a, bytes));
    int* d_c;
    CUDA_CHECK(cudaMalloc((void**)&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    cudaMemset(d_c, 0, 256 * sizeof(uint));
    histogram256<<<64, 256>>>((uint*)d_c, (uchar*)d_a, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_c[0]);
    cudaFree(d_a);
    free(h_a);
    cudaFree(d_c);
    free(h_c);
    return 0;
}
