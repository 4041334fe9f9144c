#include "kernels/cuda/spmv/cusparse_spmv.h"

namespace warploom::kernels {

std::string cusparse_version() {
    int major = 0, minor = 0, patch = 0;
    if (cusparseGetProperty(MAJOR_VERSION, &major) != CUSPARSE_STATUS_SUCCESS ||
        cusparseGetProperty(MINOR_VERSION, &minor) != CUSPARSE_STATUS_SUCCESS ||
        cusparseGetProperty(PATCH_LEVEL, &patch) != CUSPARSE_STATUS_SUCCESS)
        return "unknown";
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
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
