#pragma once

#include "engine/error.h"

#include <cuda_runtime.h>

#include <cstdint>

namespace warploom::cuda {

/// Throws when a CUDA call did not succeed, and clears the error that the runtime keeps pending.
/// Errors: "memory.limit" when the device has no memory left, otherwise "device.fault" with the call's text,
/// its place in the source and the runtime's own words.
void check(cudaError_t result, const char* call, const char* file, int line);

/// Whether the runtime answers every further call of this process with the same error, as after a kernel
/// that wrote where it must not.
bool is_sticky(cudaError_t result);

/// Throws Error("memory.limit") with both figures when the device cannot give that many bytes.
void require_device_memory(std::int64_t bytes, const char* what);

} // namespace warploom::cuda

#define WARPLOOM_CUDA_CHECK(call) ::warploom::cuda::check((call), #call, __FILE__, __LINE__)
