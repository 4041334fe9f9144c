#pragma once

#include <cstdint>
#include <cuda_runtime.h>

namespace warploom::kernels {

/// A hash of the bits of `n` values in the device's memory and of where each stands: as long as it is the same, so are
/// they, but for a chance of 2^-64. Waits for it. Errors: "device.fault", "memory.limit".
template <class T> std::uint64_t fingerprint_of(const T* values, std::int64_t n, cudaStream_t stream);

} // namespace warploom::kernels
