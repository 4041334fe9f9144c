#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace warploom::kernels {

/// NCCL's functions, as its documented C interface declares them. The library is looked for when it is needed, so that
/// neither building nor starting the program takes it.
struct NcclLibrary {
    using Comm = void*;
    static constexpr int int8 = 0, float32 = 7, float64 = 8; ///< of its enumeration of types

    int (*get_version)(int* version) = nullptr;
    const char* (*get_error_string)(int result) = nullptr;
    int (*comm_init_all)(Comm* comms, int count, const int* ordinals) = nullptr;
    /// What NCCL tells ranks from other worlds by. Passed by value, as NCCL's interface has it.
    struct UniqueId {
        char bytes[128];
    };
    int (*get_unique_id)(UniqueId* id) = nullptr;
    int (*comm_init_rank)(Comm* comm, int count, UniqueId id, int rank) = nullptr;
    int (*comm_destroy)(Comm comm) = nullptr;
    int (*group_start)() = nullptr;
    int (*group_end)() = nullptr;
    int (*send)(const void* data, std::size_t count, int type, int peer, Comm comm, cudaStream_t stream) = nullptr;
    int (*receive)(void* data, std::size_t count, int type, int peer, Comm comm, cudaStream_t stream) = nullptr;
    int (*all_gather)(const void* own, void* all, std::size_t count, int type, Comm comm,
                      cudaStream_t stream) = nullptr;

    /// Loaded once for the process. Errors: "nccl.missing" with what the loader says.
    static const NcclLibrary& get();
    /// Throws Error("nccl.failed") with NCCL's words unless `result` is success.
    void check(int result, const char* call) const;
    std::string version() const; ///< "2.28.9"
};

} // namespace warploom::kernels
