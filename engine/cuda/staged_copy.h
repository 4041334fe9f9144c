#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace warploom::cuda {

/// Minimum size in bytes of an array that is copied through staging buffers (64 MiB).
constexpr std::int64_t staged_bytes = std::int64_t{1} << 26;

/// Copies between pageable host memory and the current device through page-locked staging buffers. Several threads fill
/// or drain one buffer while another buffer is being transferred. This is faster than a copy by the driver, which uses
/// only one thread. Returns when all data has arrived. `kind` is cudaMemcpyHostToDevice or cudaMemcpyDeviceToHost.
/// Errors: same as check().
void staged_copy(void* to, const void* from, std::int64_t bytes, cudaMemcpyKind kind, cudaStream_t stream);

} // namespace warploom::cuda
