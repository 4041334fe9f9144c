#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/findings/loop_state.h"
#include "engine/simt/machine/execution_limits.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/recorder.h"
#include "engine/simt/trace/site_table.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace warploom::simt {

/// Shared by the warps of a launch: a loop that has been found endless, and the number of warps in it. In
/// other warps, it is stopped earlier.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< iterations of the first warp
    std::atomic<int> warps{0};
    /// Set once all warps of a block only waited while some of their lanes could continue. From then on, lanes that
    /// wait are executed apart from the others at once.
    std::atomic<bool> do_lanes_drift{false};
};

/// Properties of the simulated architecture. From compute capability 7.0 on, threads are scheduled independently.
struct TargetTraits {
    bool lanes_drift = true;
};

/// The state that all warps of a block share.
struct ExecutionContext {
    const Code* code = nullptr;
    const std::string* file = nullptr;
    std::vector<Object> objects;
    std::int64_t block = 0;
    ExecutionLimits limits;
    TargetTraits traits;
    Findings* findings = nullptr;
    Checks checks;
    Finding ignored;                             ///< stands for findings that are not looked for
    InstructionObserver* instructions = nullptr; ///< told of every instruction of a recorded block; may be null
    bool compares_values = false;                ///< reports stores that do not change the stored value
    bool looks_once = false; ///< waiting loops end after one iteration, because a dry run has waited already
    /// Iterations of a waiting loop after which its lanes are executed apart from those that can continue.
    std::int64_t patience = std::numeric_limits<std::int64_t>::max();
    EndlessLoop* endless = nullptr;   ///< endless loop found in this launch; may be null
    LoopStates* loops = nullptr;      ///< cached loop states of the call; null if endless loops are not detected
    std::vector<std::string> printed; ///< output of printf until the block ends
    std::size_t printed_size = 0;     ///< size of `printed` in bytes
    std::int64_t unprinted = 0;       ///< printf calls beyond the limit
    /// Executes cudaMemset for arrays that are not in the memory of this process.
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // The following members are used only if steps are recorded.
    SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites;   ///< one per instruction
    std::vector<std::int64_t> overflowed; ///< one per instruction: the last block with a reported overflow, plus 1
    std::vector<std::int64_t> told_unset; ///< like `overflowed`, for uses of uninitialized values
    struct Missed {
        std::int64_t block = 0; ///< block number plus 1
        Finding* finding = nullptr;
    };
    std::vector<Missed> missed; ///< one per instruction: the finding of the current block, which counts repetitions
};

} // namespace warploom::simt
