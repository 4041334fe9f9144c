#pragma once

// For sources that nvcc compiles.

#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/device.h"
#include "kernels/parts/carries.cuh"

#include <cstdint>

namespace warploom::kernels {

/// add_carries (kernels/parts/carries.cuh) behind the launch before, and begun early where a card can. `carries` is not 0.
template <class T>
void launch_carries(const cuda::Device& device, std::int64_t carries, const int* row, const T* sum, int rows, T* y) {
    constexpr int block_size = 256;
    int major = 0;
    WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device.ordinal()));
    cudaLaunchConfig_t launch{};
    launch.gridDim = dim3(static_cast<unsigned>((carries + block_size - 1) / block_size));
    launch.blockDim = dim3(block_size);
    launch.stream = device.stream();
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    launch.attrs = &early;
    launch.numAttrs = major >= 9 ? 1 : 0;
    WARPLOOM_CUDA_CHECK(
        cudaLaunchKernelEx(&launch, add_carries<T>, static_cast<long long>(carries), row, sum, rows, y));
}

} // namespace warploom::kernels
