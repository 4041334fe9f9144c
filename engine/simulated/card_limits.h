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
    std::string compute_capability; ///< for example, "8.6"; if empty, every instruction is supported
    std::array<std::int64_t, 3> grid{0x7fffffff, 65535, 65535}, block{1024, 1024, 64};
    std::int64_t block_threads = 1024;
    std::int64_t declared_shared = 49152; ///< maximum static shared memory per block, in bytes
    /// Maximum total shared memory per block (static and dynamic), in bytes.
    std::int64_t shared_bytes = 232448;
    std::int64_t memory_bytes = 0; ///< device memory in bytes; 0 if unknown
};
/// Returns the limits of a simulated GPU. Missing values follow from its compute capability.
CardLimits limits_of(const Card& card);

struct Refused {
    std::string sentence, hint;
    /// Shared memory in bytes that a block needs, if this exceeds the limit of this GPU. Another GPU may have enough
    /// shared memory.
    std::int64_t shared_bytes = 0;
};
/// Thrown if the blocks of a launch need more shared memory than the simulated GPU has.
class TooMuchShared : public Error {
public:
    TooMuchShared(const std::string& sentence, const std::string& hint, std::int64_t bytes)
        : Error("kernel.launch", sentence, hint), bytes_(bytes) {}
    std::int64_t bytes() const { return bytes_; }

private:
    std::int64_t bytes_ = 0;
};
/// Returns the reason why a GPU cannot launch this configuration (CUDA's "invalid configuration argument"), or
/// std::nullopt if it can. Negative numbers of blocks are treated as very large numbers.
std::optional<Refused> why_not_launched(const CardLimits& limits, const std::string& kernel,
                                        const std::array<std::int64_t, 3>& grid,
                                        const std::array<std::int64_t, 3>& block);
/// Returns the reason why a card does not have enough shared memory, or std::nullopt if it does. `declared` is the
/// number of bytes of static shared memory, and `bytes` is the total. If `is_raised` is set, cudaFuncSetAttribute has
/// raised the limit for dynamic shared memory. Otherwise, the limit of static shared memory applies to the total.
std::optional<Refused> why_not_shared(const CardLimits& limits, const std::string& kernel, std::int64_t declared,
                                      std::int64_t bytes, bool is_raised = true);
/// Throws Error("memory.limit") if arrays with this total size do not fit in the memory of the card.
void require_fits(const CardLimits& limits, std::int64_t bytes);

} // namespace warploom::simulated
