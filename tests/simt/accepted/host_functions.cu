// y: 5 6
// Host functions that `run` does not call may contain anything, `main` too.
#include <cstdio>
#include <iostream>
#include <vector>
std::vector<double> numbers(int n) {
    std::vector<double> all(n);
    for (auto& each : all) each = 1;
    return all;
}
__device__ int five() { return 5; }
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    y[0] = five();
    y[1] = 6;
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 32>>>(rows, in, y); }
int main() {
    std::vector<double> y = numbers(2);
    double* on_gpu = nullptr;
    cudaMalloc(&on_gpu, 2 * sizeof(double));
    run(1, nullptr, on_gpu, 32);
    cudaMemcpy(y.data(), on_gpu, 2 * sizeof(double), cudaMemcpyDeviceToHost);
    for (double each : y) std::cout << each << "\n";
    return cudaFree(on_gpu) != cudaSuccess;
}
