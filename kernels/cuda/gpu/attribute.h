#pragma once

#include "engine/cuda/cuda_errors.h"
#include "engine/cuda/device.h"

namespace warploom::kernels {

inline int attribute_of(const cuda::Device& device, cudaDeviceAttr which) {
    int value = 0;
    WARPLOOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device.ordinal()));
    return value;
}

} // namespace warploom::kernels
