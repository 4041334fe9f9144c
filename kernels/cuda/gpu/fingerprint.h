#pragma once

#include <cstdint>
#include <cuda_runtime.h>

namespace warploom::kernels {

/// Computes a hash of the bits and positions of `n` values in device memory. Arrays with different values have the same
/// hash with a probability of 2^-64. Waits for completion. Errors: "device.fault", "memory.limit".
template <class T> std::uint64_t fingerprint_of(const T* values, std::int64_t n, cudaStream_t stream);

} // namespace warploom::kernels
