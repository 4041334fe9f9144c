#pragma once

#include "engine/cuda/device.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <cublas_v2.h>

#include <memory>
#include <string>
#include <type_traits>

namespace warploom::kernels {

/// Throws if a cuBLAS call failed: Error("memory.limit") if cuBLAS ran out of memory, otherwise Error("device.fault")
/// with the name of the call.
inline void check_cublas(cublasStatus_t result, const char* call) {
    if (result == CUBLAS_STATUS_SUCCESS) return;
    if (result == CUBLAS_STATUS_ALLOC_FAILED)
        throw Error("memory.limit", sentence("There is not enough device memory for {call}.", {{"call", call}}),
                    sentence("Choose a smaller matrix, or close other programs that use the device."));
    throw Error(
        "device.fault",
        sentence("cuBLAS error '{error}' in {call}.", {{"error", cublasGetStatusString(result)}, {"call", call}}),
        sentence("Choose a kernel that does not use cuBLAS."));
}
#define WARPLOOM_CUBLAS_CHECK(call) ::warploom::kernels::check_cublas((call), #call)

using CublasHandle = std::shared_ptr<std::remove_pointer_t<cublasHandle_t>>;
/// Creates a cuBLAS handle that uses the device's stream.
inline CublasHandle cublas_on(const cuda::Device& device) {
    cublasHandle_t handle = nullptr;
    WARPLOOM_CUBLAS_CHECK(cublasCreate(&handle));
    CublasHandle owned(handle, [](cublasHandle_t h) { cublasDestroy(h); });
    WARPLOOM_CUBLAS_CHECK(cublasSetStream(handle, device.stream()));
    return owned;
}

/// Returns the name and version of cuBLAS, such as "cuBLAS 13.1.0". Errors: see check_cublas.
inline std::string cublas_version(cublasHandle_t handle) {
    int version = 0;
    WARPLOOM_CUBLAS_CHECK(cublasGetVersion(handle, &version));
    return "cuBLAS " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
}

} // namespace warploom::kernels
