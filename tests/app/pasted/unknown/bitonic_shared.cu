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
#define SHARED_SIZE_LIMIT 1024U
__device__ inline void Comparator(unsigned int& keyA, unsigned int& valA, unsigned int& keyB, unsigned int& valB, unsigned int dir) {
    unsigned int t;
    if ((keyA > keyB) == dir) {
        t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}
__global__ void bitonicSortShared(unsigned int* d_DstKey, unsigned int* d_DstVal, unsigned int* d_SrcKey, unsigned int* d_SrcVal, unsigned int arrayLength, unsigned int dir) {
    __shared__ unsigned int s_key[SHARED_SIZE_LIMIT];
    __shared__ unsigned int s_val[SHARED_SIZE_LIMIT];
    d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x] = d_SrcKey[0];
    s_val[threadIdx.x] = d_SrcVal[0];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];
    for (unsigned int size = 2; size < arrayLength; size <<= 1) {
        unsigned int ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (unsigned int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    __syncthreads();
    d_DstKey[0] = s_key[threadIdx.x];
    d_DstVal[0] = s_val[threadIdx.x];
    d_DstKey[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
    d_DstVal[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(unsigned int);
    unsigned int* h_a = (unsigned int*)malloc(bytes);
    unsigned int* h_b = (unsigned int*)malloc(bytes);
    unsigned int* h_c = (unsigned int*)malloc(bytes);
    unsigned int* h_e = (unsigned int*)malloc(bytes);
    for (int i = 0; i < N; i++) h_a[i] = rand() / (unsigned int)RAND_MAX;
    for (int i = 0; i < N; i++) h_b[i] = rand() / (unsigned int)RAND_MAX;
    unsigned int* d_a;
    CUDA_CHECK(cudaMalloc((void**)&d_a, bytes));
    unsigned int* d_b;
    CUDA_CHECK(cudaMalloc((void**)&d_b, bytes));
    unsigned int* d_c;
    CUDA_CHECK(cudaMalloc((void**)&d_c, bytes));
    unsigned int* d_e;
    CUDA_CHECK(cudaMalloc((void**)&d_e, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));
    bitonicSortShared<<<N / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(d_c, d_e, d_a, d_b, 1024, 1);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_c[0]);
    CUDA_CHECK(cudaMemcpy(h_e, d_e, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_e[0]);
    cudaFree(d_a);
    free(h_a);
    cudaFree(d_b);
    free(h_b);
    cudaFree(d_c);
    free(h_c);
    cudaFree(d_e);
    free(h_e);
    return 0;
}
