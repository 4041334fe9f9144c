#include <iostream>
#include <memory>
#include <random>

template <typename T> __global__ void axpy(size_t n, T alpha, const T* __restrict__ x, T* __restrict__ y) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = alpha * x[i] + y[i];
}

int main() {
    auto n = size_t{1} << 22;
    std::unique_ptr<float[]> host(new float[n]);
    std::mt19937 engine(42);
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    axpy<float><<<64, 256>>>(n, 2.0f, x, y);
    std::cout << cudaGetErrorString(cudaDeviceSynchronize()) << '\n';
}
