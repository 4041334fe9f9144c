#include <iostream>
#include <vector>
#include <chrono>
#include <cuda_runtime.h>

class GpuTimer {
public:
    GpuTimer() { cudaEventCreate(&start_); cudaEventCreate(&stop_); }
    ~GpuTimer() { cudaEventDestroy(start_); cudaEventDestroy(stop_); }
    void start() { cudaEventRecord(start_, 0); }
    float stop() { cudaEventRecord(stop_, 0); cudaEventSynchronize(stop_); float ms; cudaEventElapsedTime(&ms, start_, stop_); return ms; }
private:
    cudaEvent_t start_, stop_;
};

template <typename T>
__global__ void saxpy(int n, T alpha, const T* __restrict__ x, T* __restrict__ y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = alpha * x[i] + y[i];
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(float);
    std::vector<float> h_a(N, 1);
    float* d_a = nullptr;
    cudaMalloc(&d_a, bytes);
    cudaMemcpy(d_a, h_a.data(), bytes, cudaMemcpyHostToDevice);
    std::vector<float> h_c(N, 1);
    float* d_c = nullptr;
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_c, h_c.data(), bytes, cudaMemcpyHostToDevice);
    GpuTimer timer;
    timer.start();
    int threads = 256;
    int blocks = (N + threads - 1) / threads;
    saxpy<float><<<blocks, threads>>>(N, 2.0f, d_a, d_c);
    std::cout << "time " << timer.stop() << " ms" << std::endl;
    cudaMemcpy(h_c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    return 0;
}
