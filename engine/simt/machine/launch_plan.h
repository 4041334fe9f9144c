#pragma once

#include "engine/simt/findings/flag_order.h"
#include "engine/simt/findings/global_shadow.h"
#include "engine/simt/findings/guesses.h"
#include "engine/simt/findings/launch_shadow.h"
#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/machine/launch_policy.h"
#include "engine/simt/machine/machine.h"
#include "engine/simt/machine/printed.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::simt {

struct LaunchPlan {
    const Code* code = nullptr;
    const std::string* file = nullptr;
    std::shared_ptr<const void> owner; ///< keeps alive the program that owns the code and its types
    std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::int64_t shared_bytes = 0; ///< size of extern __shared__ arrays in bytes
    std::vector<Object> objects;   ///< object 0 (the null pointer), followed by the kernel's arrays
    std::vector<std::byte> frame;
    ExecutionLimits limits;
    std::shared_ptr<EndlessLoop> endless = std::make_shared<EndlessLoop>();
    LoopStates* loops = nullptr; ///< loop analysis cache for all kernels
    TargetTraits traits;
    ReadOnlyLoads* read_only = nullptr; ///< tracks loads by __ldg(); null if the kernel has none
    LaunchShadow* shadow = nullptr;     ///< detects races between blocks; may be null
    FlagOrder* order = nullptr;         ///< tracks the order established by fences and flags; null if there are none
    Guesses* guesses = nullptr;         ///< tracks reads that atomic operations may validate; may be null
    /// Collects findings about several threads that write the same value. Such writes are not races. May be null.
    Findings* same_values = nullptr;
    LaunchPolicy policy;
    SpareShadows* spare = nullptr; ///< pool of shadow memory; null if the launch is not traced
    Printer* printer = nullptr;    ///< collects printf output; may be null

    std::int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
    int warps() const { return static_cast<int>(threads_run() / lanes_of_a_warp); }
    int block_size() const { return static_cast<int>(block[0] * block[1] * block[2]); }
    /// Returns the number of threads per block, rounded up to whole warps.
    std::int64_t threads_run() const {
        return (std::int64_t{block_size()} + lanes_of_a_warp - 1) / lanes_of_a_warp * lanes_of_a_warp;
    }
};

/// Returns the size of a shared array in bytes. The size of a dynamic array depends on the launch.
std::int64_t bytes_of(const SharedArray& array, const LaunchPlan& plan);

} // namespace warploom::simt
