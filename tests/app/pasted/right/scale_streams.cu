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
__global__ void scale(float* data, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(float);
    float* h_c = (float*)malloc(bytes);
    float* d_c;
    CUDA_CHECK(cudaMalloc((void**)&d_c, bytes));
    cudaStream_t streams[4];
    for (int s = 0; s < 4; ++s) {
        cudaStreamCreate(&streams[s]);
        scale<<<(N / 4 + 255) / 256, 256, 0, streams[s]>>>(d_c + s * N / 4, 2.0f, N / 4);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_c[0]);
    cudaFree(d_c);
    free(h_c);
    return 0;
}
