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
struct vec3 { float x, y, z; };
__host__ __device__ inline vec3 operator+(const vec3& a, const vec3& b) {
    vec3 r = {a.x + b.x, a.y + b.y, a.z + b.z};
    return r;
}
__host__ __device__ inline vec3 operator*(float s, const vec3& a) { vec3 r = {s * a.x, s * a.y, s * a.z}; return r; }
__global__ void advance(const vec3* v, vec3* p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = p[i] + dt * v[i];
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(float);
    float* h_a = (float*)malloc(bytes);
    float* h_c = (float*)malloc(bytes);
    for (int i = 0; i < N; i++) h_a[i] = rand() / (float)RAND_MAX;
    float* d_a;
    CUDA_CHECK(cudaMalloc((void**)&d_a, bytes));
    float* d_c;
    CUDA_CHECK(cudaMalloc((void**)&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    int threads = 256;
    int blocks = (N + threads - 1) / threads;
    advance<<<blocks, threads>>>((vec3*)d_a, (vec3*)d_c, 0.1f, N / 3);
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
