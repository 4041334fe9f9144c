#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace warploom::cuda {

/// From this size on an array is copied in pieces: 64 MiB.
constexpr std::int64_t staged_bytes = std::int64_t{1} << 26;

/// Copies between ordinary memory of the host and the current device by way of page-locked pieces, which several
/// threads fill or empty while the one before travels: the driver does the same with one thread. Waits until all has
/// arrived. `kind` is cudaMemcpyHostToDevice or cudaMemcpyDeviceToHost. Errors: as check().
void staged_copy(void* to, const void* from, std::int64_t bytes, cudaMemcpyKind kind, cudaStream_t stream);

} // namespace warploom::cuda
