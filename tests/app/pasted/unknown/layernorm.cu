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
#define WARP_SIZE 32
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int mask = WARP_SIZE / 2; mask > 0; mask >>= 1) v += __shfl_xor_sync(0xffffffffu, v, mask);
    return v;
}
__global__ void layernorm_forward(float* out, const float* inp, const float* weight, const float* bias, int N, int C) {
    int idx = blockIdx.x * (blockDim.x / WARP_SIZE) + threadIdx.x / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (idx >= N) return;
    const float* x = inp + idx * C;
    float sum = 0.0f;
    for (int i = lane; i < C; i += WARP_SIZE) sum += x[i];
    float mean = warp_sum(sum) / C;
    sum = 0.0f;
    for (int i = lane; i < C; i += WARP_SIZE) {
        float diff = x[i] - mean;
        sum += diff * diff;
    }
    float rstd = rsqrtf(warp_sum(sum) / C + 1e-5f);
    for (int c = lane; c < C; c += WARP_SIZE) out[idx * C + c] = rstd * (x[c] - mean) * weight[c] + bias[c];
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(float);
    float* h_a = (float*)malloc(bytes);
    float* h_w = (float*)malloc(bytes);
    float* h_b = (float*)malloc(bytes);
    float* h_o = (float*)malloc(bytes);
    for (int i = 0; i < N; i++) h_a[i] = rand() / (float)RAND_MAX;
    for (int i = 0; i < N; i++) h_w[i] = rand() / (float)RAND_MAX;
    for (int i = 0; i < N; i++) h_b[i] = rand() / (float)RAND_MAX;
    float* d_a;
    CUDA_CHECK(cudaMalloc((void**)&d_a, bytes));
    float* d_w;
    CUDA_CHECK(cudaMalloc((void**)&d_w, bytes));
    float* d_b;
    CUDA_CHECK(cudaMalloc((void**)&d_b, bytes));
    float* d_o;
    CUDA_CHECK(cudaMalloc((void**)&d_o, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_w, h_w, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));
    layernorm_forward<<<N / 8, 256>>>(d_o, d_a, d_w, d_b, N, 768);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_o, d_o, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_o[0]);
    cudaFree(d_a);
    free(h_a);
    cudaFree(d_w);
    free(h_w);
    cudaFree(d_b);
    free(h_b);
    cudaFree(d_o);
    free(h_o);
    return 0;
}
