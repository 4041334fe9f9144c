#pragma once

#include "engine/error.h"

#include <cuda_runtime.h>

#include <cstdint>

namespace warploom::cuda {

/// Throws if a CUDA call failed, and clears the pending error of the runtime. Errors: "memory.limit" if the device is
/// out of memory, otherwise "device.fault" with the failed call, its source location and the CUDA error message.
void check(cudaError_t result, const char* call, const char* file, int line);

/// Returns whether a CUDA error is sticky, that is, whether all further CUDA calls in this process fail. An example is
/// an invalid memory access in a kernel.
bool is_sticky(cudaError_t result);

/// Throws Error("memory.limit") with the required and the available amount of memory if the device has less than
/// `bytes` of free memory.
void require_device_memory(std::int64_t bytes, const char* what);

} // namespace warploom::cuda

#define WARPLOOM_CUDA_CHECK(call) ::warploom::cuda::check((call), #call, __FILE__, __LINE__)
