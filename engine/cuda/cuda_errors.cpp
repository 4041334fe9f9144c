#include "engine/cuda/cuda_errors.h"

#include "engine/sentence.h"

#include <cstdio>
#include <cstring>
#include <string>

namespace warploom::cuda {

namespace {

std::string in_mib(double bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MiB", bytes / (1024.0 * 1024.0));
    return text;
}

/// Returns the path of a source file relative to the parent of the source tree, so that error messages do not contain
/// the location of the source tree.
const char* short_path(const char* file) {
    for (const char* folder : {"/engine/", "/kernels/", "/tests/"})
        if (const char* found = std::strstr(file, folder)) return found + 1;
    return file;
}

} // namespace

bool is_sticky(cudaError_t result) {
    switch (result) {
    case cudaErrorIllegalAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorLaunchTimeout:
    case cudaErrorLaunchFailure:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable: return true;
    default: return false;
    }
}

void check(cudaError_t result, const char* call, const char* file, int line) {
    if (result == cudaSuccess) return;
    cudaGetLastError(); // clear the error; otherwise, the next CUDA call would report it again
    const std::string where = std::string(call) + " (" + short_path(file) + ":" + std::to_string(line) + ")";
    if (result == cudaErrorMemoryAllocation)
        throw Error(
            "memory.limit", sentence("There is not enough device memory for {call}.", {{"call", where}}),
            sentence("Choose a smaller matrix or another format, or close other programs that use the device."));
    throw Error("device.fault",
                sentence("CUDA error '{error}' ({name}) in {call}.",
                         {{"error", cudaGetErrorString(result)}, {"name", cudaGetErrorName(result)}, {"call", where}}),
                is_sticky(result) ? sentence("This process can no longer use the device. Restart the worker.")
                                  : sentence("Check the driver with nvidia-smi, and try again with a smaller matrix."));
}

void require_device_memory(std::int64_t bytes, const char* what) {
    std::size_t free = 0, total = 0;
    WARPLOOM_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    if (static_cast<double>(bytes) <= static_cast<double>(free)) return;
    throw Error("memory.limit",
                sentence("{subject} requires {bytes} of device memory, but only {free} of {total} is available.",
                         {{"subject", what},
                          {"bytes", in_mib(static_cast<double>(bytes))},
                          {"free", in_mib(static_cast<double>(free))},
                          {"total", in_mib(static_cast<double>(total))}}),
                sentence("Choose a smaller matrix or a format with less padding."));
}

} // namespace warploom::cuda
