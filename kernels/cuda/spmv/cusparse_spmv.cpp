#include "kernels/cuda/spmv/cusparse_spmv.h"

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
        throw Error("memory.limit", std::string("The device has no memory left for ") + call + ".",
                    "Choose a smaller matrix, or close other programs that use the device.");
    throw Error("device.fault",
                std::string("cuSPARSE reports '") + cusparseGetErrorString(result) + "' at " + call + ".",
                "Run one of this program's own kernels instead.");
}

} // namespace warploom::kernels
