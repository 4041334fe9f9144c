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
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int atomicAggInc(int* ctr) {
    cg::coalesced_group active = cg::coalesced_threads();
    int mask = active.ballot(1);
    int leader = 0;
    int res;
    if (active.thread_rank() == leader) res = atomicAdd(ctr, __popc(mask));
    res = active.shfl(res, leader);
    return res + active.thread_rank();
}
__global__ void filter_arr(int* dst, int* nres, const int* src, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = id; i < n; i += gridDim.x * blockDim.x)
        if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(int);
    int* h_a = (int*)malloc(bytes);
    int* h_b = (int*)malloc(bytes);
    int* h_c = (int*)malloc(bytes);
    for (int i = 0; i < N; i++) h_a[i] = rand() / (int)RAND_MAX;
    for (int i = 0; i < N; i++) h_b[i] = rand() / (int)RAND_MAX;
    int* d_a;
    CUDA_CHECK(cudaMalloc((void**)&d_a, bytes));
    int* d_b;
    CUDA_CHECK(cudaMalloc((void**)&d_b, bytes));
    int* d_c;
    CUDA_CHECK(cudaMalloc((void**)&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));
    int threads = 256;
    int blocks = (N + threads - 1) / threads;
    filter_arr<<<blocks, threads>>>(d_c, d_b, d_a, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_c[0]);
    cudaFree(d_a);
    free(h_a);
    cudaFree(d_b);
    free(h_b);
    cudaFree(d_c);
    free(h_c);
    return 0;
}
