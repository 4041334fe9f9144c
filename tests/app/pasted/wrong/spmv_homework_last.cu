// verdict: wrong
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void spmv(int n, const int* ptr, const int* idx, const float* val, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = 0.0f;
        for (int j = ptr[i]; j < ptr[i + 1] - 1; ++j) s += val[j] * x[idx[j]];
        y[i] = s;
    }
}

int main() {
    const int n = 4;
    std::vector<int> ptr = {0, 1, 2, 3, 4}, idx = {0, 1, 2, 3};
    std::vector<float> val(4, 2.0f), x(4, 1.0f), y(4);
    int *dp, *di; float *dv, *dx, *dy;
    CHECK(cudaMalloc(&dp, 5 * sizeof(int))); CHECK(cudaMalloc(&di, 4 * sizeof(int)));
    CHECK(cudaMalloc(&dv, 16)); CHECK(cudaMalloc(&dx, 16)); CHECK(cudaMalloc(&dy, 16));
    CHECK(cudaMemcpy(dp, ptr.data(), 20, cudaMemcpyHostToDevice));
    spmv<<<1, 32>>>(n, dp, di, dv, dx, dy);
    CHECK(cudaDeviceSynchronize());
    for (float v : y) printf("%f\n", v);
}
