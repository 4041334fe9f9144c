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
#include <cuda/atomic>
__global__ void count_positive(const int* data, int n, int* counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && data[i] > 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> ref(*counter);
        ref.fetch_add(1, cuda::std::memory_order_relaxed);
    }
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
    int threads = 256;
    int blocks = (N + threads - 1) / threads;
    cudaMemset(d_c, 0, sizeof(int));
    count_positive<<<blocks, threads>>>(d_a, N, d_c);
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
