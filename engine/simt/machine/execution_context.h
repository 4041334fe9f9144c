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

/// An endless loop that was found in a launch, and the number of warps in it. If more warps enter the loop, it is
/// stopped earlier.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< number of iterations of the first warp in the loop
    std::atomic<int> warps{0};
    /// Set once all warps of a block were waiting although some of their lanes could have continued. From then on,
    /// waiting lanes are executed separately at once.
    std::atomic<bool> do_lanes_drift{false};
};

/// Properties of the simulated architecture. lanes_drift: independent thread scheduling, as since compute capability
/// 7.0.
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
    Finding ignored;                             ///< dummy finding, returned by disabled checks
    InstructionObserver* instructions = nullptr; ///< observes every instruction of recorded blocks; may be null
    bool compares_values = false;                ///< whether to detect stores that do not change the stored value
    /// whether spin loops end after one iteration, because a dry run has already waited for the values
    bool looks_once = false;
    /// Number of iterations of a spin loop after which the waiting lanes are executed separately from lanes that can
    /// continue.
    std::int64_t patience = std::numeric_limits<std::int64_t>::max();
    EndlessLoop* endless = nullptr;   ///< the endless loop found in this launch; may be null
    LoopStates* loops = nullptr;      ///< cached loop states of the call; if null, endless loops are not detected
    std::vector<std::string> printed; ///< printf output that is collected until the end of the block
    std::size_t printed_size = 0;     ///< total size of `printed` in bytes
    std::int64_t unprinted = 0;       ///< number of printf calls that exceeded the limit
    /// Executes cudaMemset for arrays in the memory of a GPU.
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // Used only if steps are recorded:
    SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites; ///< cached site of each instruction
    /// for each instruction, the last block (plus 1) in which an overflow was reported
    std::vector<std::int64_t> overflowed;
    /// for each instruction, the last block (plus 1) in which an uninitialized value was reported
    std::vector<std::int64_t> told_unset;
    struct Missed {
        std::int64_t block = 0; ///< block number plus 1
        Finding* finding = nullptr;
    };
    std::vector<Missed> missed; ///< for each instruction, the finding of the current block, which counts repetitions
};

} // namespace warploom::simt
