#include "kernels/cuda/multi_gpu/nccl_library.h"

#include "engine/sentence.h"

#include <cstdlib>

namespace warploom::kernels {

namespace {

constexpr const char* chosen_by = "WARPLOOM_NCCL_LIBRARY";
constexpr const char* hint =
    sentence_pattern("Install NCCL 2 for this CUDA release, set WARPLOOM_NCCL_LIBRARY to its file, or append "
                     "+peer to the machine to run without NCCL.");

} // namespace

RequiredFunctions NcclLibrary::open() {
    // Disable NVLink multicast, which can leave the GPUs of a shared host in a bad state and is no faster for a few
    // values. Users can override this variable.
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    const char* const chosen = std::getenv(chosen_by);
    const DynamicLibrary library({chosen != nullptr ? chosen : "libnccl.so.2"});
    if (!library.is_open())
        throw Error("nccl.missing", sentence("NCCL cannot be loaded: {reason}.", {{"reason", library.why_not()}}),
                    hint);
    return {library, "nccl.missing", sentence_pattern("The NCCL library"), hint};
}

const NcclLibrary& NcclLibrary::get() {
    static const NcclLibrary once;
    return once;
}

void NcclLibrary::check(int result, const char* call) const {
    if (result == 0) return;
    throw Error(
        "nccl.failed",
        sentence("NCCL error in {call}: {error}.", {{"call", call}, {"error", get_error_string(result)}}),
        sentence("Set NCCL_DEBUG=WARN for more information, or append +peer to the machine to run without NCCL."));
}

std::string NcclLibrary::version() const {
    int code = 0;
    check(get_version(&code), "ncclGetVersion");
    return std::to_string(code / 10000) + "." + std::to_string(code / 100 % 100) + "." + std::to_string(code % 100);
}

} // namespace warploom::kernels
