#include "kernels/cuda/spmv/cusparse_spmv.h"

#include "engine/sentence.h"

#include <dlfcn.h>

#include <cstdlib>

namespace warploom::kernels {

std::string cusparse_version() {
    int major = 0, minor = 0, patch = 0;
    if (cusparseGetProperty(MAJOR_VERSION, &major) != CUSPARSE_STATUS_SUCCESS ||
        cusparseGetProperty(MINOR_VERSION, &minor) != CUSPARSE_STATUS_SUCCESS ||
        cusparseGetProperty(PATCH_LEVEL, &patch) != CUSPARSE_STATUS_SUCCESS)
        return "unknown";
    std::string version = std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
    Dl_info info{};
    if (std::getenv("WARPLOOM_CUSPARSE") != nullptr &&
        dladdr(reinterpret_cast<const void*>(&cusparseCreate), &info) != 0 && info.dli_fname != nullptr)
        version += std::string(" of ") + info.dli_fname;
    return version;
}

CusparseHandle cusparse_on(const cuda::Device& device) {
    cusparseHandle_t handle = nullptr;
    WARPLOOM_CUSPARSE_CHECK(cusparseCreate(&handle));
    CusparseHandle owned(handle, [](cusparseHandle_t h) { cusparseDestroy(h); });
    WARPLOOM_CUSPARSE_CHECK(cusparseSetStream(handle, device.stream()));
    return owned;
}

void check_cusparse(cusparseStatus_t result, const char* call) {
    if (result == CUSPARSE_STATUS_SUCCESS) return;
    if (result == CUSPARSE_STATUS_ALLOC_FAILED)
        throw Error("memory.limit", sentence("There is not enough device memory for {call}.", {{"call", call}}),
                    sentence("Choose a smaller matrix, or close other programs that use the device."));
    throw Error(
        "device.fault",
        sentence("cuSPARSE error '{error}' in {call}.", {{"error", cusparseGetErrorString(result)}, {"call", call}}),
        sentence("Choose a kernel that does not use cuSPARSE."));
}

} // namespace warploom::kernels
