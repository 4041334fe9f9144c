// verdict: shared-race
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

#define TILE 16

using namespace std;

__global__ void tiledMatMul(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.0f;
    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + threadIdx.x;
        int kb = t * TILE + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

int main() {
    int m = 512, n = 512, k = 256;
    std::vector<float> a(m * k, 1.0f), b(k * n, 2.0f), c(m * n);
    float *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, m * k * sizeof(float));
    cudaMalloc(&d_b, k * n * sizeof(float));
    cudaMalloc(&d_c, m * n * sizeof(float));
    cudaMemcpy(d_a, a.data(), m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), k * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    tiledMatMul<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaMemcpy(c.data(), d_c, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    cout << c[0] << endl;
}
