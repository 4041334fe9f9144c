#include "kernels/cuda/multi_gpu/nccl_library.h"

#include "engine/error.h"

#include <dlfcn.h>

#include <cstdlib>

namespace warploom::kernels {

namespace {

constexpr const char* chosen_by = "WARPLOOM_NCCL_LIBRARY";
constexpr const char* hint = "Install NCCL 2 for this CUDA release where the loader finds it, name the file in "
                             "WARPLOOM_NCCL_LIBRARY, or write +peer behind the machine to do without.";

template <class Function> void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr)
        throw Error("nccl.missing", std::string("The NCCL library that was found has no function ") + name + ".", hint);
}

NcclLibrary load() {
    // Multicast over NVLink can leave the GPUs of a host that others share out of order, and gains nothing for a few
    // numbers; whoever wants it says so before the program starts.
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    const char* const chosen = std::getenv(chosen_by);
    void* const library = dlopen(chosen != nullptr ? chosen : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* const reason = dlerror();
        throw Error("nccl.missing",
                    std::string("NCCL cannot be loaded: ") + (reason != nullptr ? reason : "no reason is given") + ".",
                    hint);
    }
    NcclLibrary nccl; // never closed: its threads live as long as the process
    find(library, "ncclGetVersion", nccl.get_version);
    find(library, "ncclGetErrorString", nccl.get_error_string);
    find(library, "ncclCommInitAll", nccl.comm_init_all);
    find(library, "ncclGetUniqueId", nccl.get_unique_id);
    find(library, "ncclCommInitRank", nccl.comm_init_rank);
    find(library, "ncclCommDestroy", nccl.comm_destroy);
    find(library, "ncclGroupStart", nccl.group_start);
    find(library, "ncclGroupEnd", nccl.group_end);
    find(library, "ncclSend", nccl.send);
    find(library, "ncclRecv", nccl.receive);
    find(library, "ncclAllGather", nccl.all_gather);
    return nccl;
}

} // namespace

const NcclLibrary& NcclLibrary::get() {
    static const NcclLibrary once = load();
    return once;
}

void NcclLibrary::check(int result, const char* call) const {
    if (result == 0) return;
    throw Error("nccl.failed", std::string("NCCL's ") + call + " failed: " + get_error_string(result) + ".",
                "NCCL_DEBUG=WARN makes NCCL say more; +peer behind the machine does without it.");
}

std::string NcclLibrary::version() const {
    int code = 0;
    check(get_version(&code), "ncclGetVersion");
    return std::to_string(code / 10000) + "." + std::to_string(code / 100 % 100) + "." + std::to_string(code % 100);
}

} // namespace warploom::kernels
