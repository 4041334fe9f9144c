#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace warploom::kernels {

/// Enqueues the vector addition y += addend for vectors with n elements.
template <class T> void add_vector(cudaStream_t stream, std::int64_t n, const T* addend, T* y);

} // namespace warploom::kernels
