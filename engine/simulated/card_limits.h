#pragma once

#include "engine/error.h"
#include "engine/simulated/card.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace warploom::simulated {

/// The compute capability, launch limits and memory sizes of a GPU.
struct CardLimits {
    std::string title;              ///< name of the GPU; empty for limits that all current GPUs share
    std::string compute_capability; ///< such as "8.6"; empty if every instruction is supported
    std::array<std::int64_t, 3> grid{0x7fffffff, 65535, 65535}, block{1024, 1024, 64};
    std::int64_t block_threads = 1024;
    std::int64_t declared_shared = 49152; ///< maximum size of statically allocated shared memory per block, in bytes
    /// maximum size of shared memory per block, including dynamic shared memory, in bytes
    std::int64_t shared_bytes = 232448;
    std::int64_t memory_bytes = 0; ///< size of device memory in bytes; 0 if unknown
};
/// Returns the limits of a simulated GPU. Missing values are derived from its compute capability.
CardLimits limits_of(const Card& card);

struct Refused {
    std::string sentence, hint;
    /// Shared memory in bytes that a block requires, if this exceeds the limit of the GPU. A different GPU may have
    /// enough.
    std::int64_t shared_bytes = 0;
};
/// Thrown when a kernel is launched whose blocks require more shared memory than the simulated GPU provides.
class TooMuchShared : public Error {
public:
    TooMuchShared(const std::string& sentence, const std::string& hint, std::int64_t bytes)
        : Error("kernel.launch", sentence, hint), bytes_(bytes) {}
    std::int64_t bytes() const { return bytes_; }

private:
    std::int64_t bytes_ = 0;
};
/// Returns the reason why a GPU cannot launch this configuration (CUDA's "invalid configuration argument"), or
/// std::nullopt if it can. Negative numbers of blocks are treated as very large.
std::optional<Refused> why_not_launched(const CardLimits& limits, const std::string& kernel,
                                        const std::array<std::int64_t, 3>& grid,
                                        const std::array<std::int64_t, 3>& block);
/// Returns the reason why a card cannot provide the shared memory, given the number of static bytes and the total.
/// `is_raised`: whether cudaFuncSetAttribute raises the limit of the kernel's dynamic shared memory; without it, the
/// total is limited like static shared memory.
std::optional<Refused> why_not_shared(const CardLimits& limits, const std::string& kernel, std::int64_t declared,
                                      std::int64_t bytes, bool is_raised = true);
/// Throws Error("memory.limit") if arrays with this total size do not fit in the memory of the card.
void require_fits(const CardLimits& limits, std::int64_t bytes);

} // namespace warploom::simulated
