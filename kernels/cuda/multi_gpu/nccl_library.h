#pragma once

#include "kernels/machine/dynamic_library.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace warploom::kernels {

/// Functions of NCCL's documented C interface. NCCL is loaded on demand, so neither the build nor the start of the
/// program requires it.
class NcclLibrary {
    static RequiredFunctions open();
    RequiredFunctions find_ = open();

public:
    using Comm = void*;
    static constexpr int int8 = 0, float32 = 7, float64 = 8; ///< values of ncclDataType_t

    int (*get_version)(int* version) = find_("ncclGetVersion");
    const char* (*get_error_string)(int result) = find_("ncclGetErrorString");
    int (*comm_init_all)(Comm* comms, int count, const int* ordinals) = find_("ncclCommInitAll");
    /// The ID of an NCCL communicator, which NCCL passes by value.
    struct UniqueId {
        char bytes[128];
    };
    int (*get_unique_id)(UniqueId* id) = find_("ncclGetUniqueId");
    int (*comm_init_rank)(Comm* comm, int count, UniqueId id, int rank) = find_("ncclCommInitRank");
    int (*comm_destroy)(Comm comm) = find_("ncclCommDestroy");
    int (*group_start)() = find_("ncclGroupStart");
    int (*group_end)() = find_("ncclGroupEnd");
    int (*send)(const void* data, std::size_t count, int type, int peer, Comm comm,
                cudaStream_t stream) = find_("ncclSend");
    int (*receive)(void* data, std::size_t count, int type, int peer, Comm comm,
                   cudaStream_t stream) = find_("ncclRecv");
    int (*all_gather)(const void* own, void* all, std::size_t count, int type, Comm comm,
                      cudaStream_t stream) = find_("ncclAllGather");

    /// Returns the NCCL functions, loaded once per process. Errors: "nccl.missing" with the dynamic loader's message.
    static const NcclLibrary& get();
    /// Throws Error("nccl.failed") with NCCL's message if `result` is a failure.
    void check(int result, const char* call) const;
    std::string version() const;
};

} // namespace warploom::kernels
