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
__device__ int mandel(float cx, float cy, int maxIter) {
    float x = 0.0f, y = 0.0f;
    int iter = 0;
    while (x * x + y * y <= 4.0f && iter < maxIter) {
        float xt = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = xt;
        ++iter;
    }
    return iter;
}
__global__ void mandelbrot(int* image, int width, int height, float x0, float y0, float dx, float dy, int maxIter) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    image[py * width + px] = mandel(x0 + px * dx, y0 + py * dy, maxIter);
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(int);
    int* h_c = (int*)malloc(bytes);
    int* d_c;
    CUDA_CHECK(cudaMalloc((void**)&d_c, bytes));
    dim3 block(16, 16);
    dim3 grid((1024 + block.x - 1) / block.x, (1024 + block.y - 1) / block.y);
    mandelbrot<<<grid, block>>>(d_c, 1024, 1024, -2.0f, -1.5f, 0.003f, 0.003f, 256);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", (double)h_c[0]);
    cudaFree(d_c);
    free(h_c);
    return 0;
}
