// verdict: shared-race
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

__inline__ __device__ float warpReduceSum(float val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}
__inline__ __device__ float blockReduceSum(float val) {
    static __shared__ float shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}
__global__ void deviceReduceBlockAtomic(const float* in, float* out, int N) {
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
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
    cudaMemset(d_c, 0, sizeof(float));
    deviceReduceBlockAtomic<<<min(512, 1024), 256>>>(d_a, d_c, N);
    std::cout << "time " << timer.stop() << " ms" << std::endl;
    cudaMemcpy(h_c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    return 0;
}
