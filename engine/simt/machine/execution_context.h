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

/// An infinite loop that has been detected in a launch, and the number of warps that were stopped in it. Other warps
/// that enter this loop are stopped earlier.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< number of iterations of the first warp that was stopped in the loop
    std::atomic<int> warps{0};
    /// Whether waiting lanes of a warp are executed separately as soon as they wait. Set when all warps of a block were
    /// waiting, although some of their lanes could have continued.
    std::atomic<bool> do_lanes_drift{false};
};

/// Properties of the simulated GPU architecture. `lanes_drift` enables independent thread scheduling, which GPUs
/// support since compute capability 7.0.
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
    Finding ignored; ///< finding that a disabled check returns, and that is never reported
    /// Observer that receives every instruction of recorded blocks; may be null.
    InstructionObserver* instructions = nullptr;
    bool compares_values = false; ///< whether to detect stores that do not change the value in memory
    /// Whether spin loops end after one iteration. Set when a launch is traced after a dry run, because all values that
    /// threads wait for have been written.
    bool looks_once = false;
    /// Number of iterations after which lanes in a spin loop are executed separately from the lanes that can continue.
    std::int64_t patience = std::numeric_limits<std::int64_t>::max();
    EndlessLoop* endless = nullptr; ///< infinite loop that was detected in this launch; may be null
    /// Cached loop analysis; null disables the detection of infinite loops by their state.
    LoopStates* loops = nullptr;
    std::vector<std::string> printed; ///< printf output of the block so far, with one entry per call
    std::size_t printed_size = 0;     ///< total size of the printf output of the block in bytes
    std::int64_t unprinted = 0;       ///< number of printf calls that exceeded the limit
    /// Executes cudaMemset for arrays that are in the memory of a real GPU.
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // The following members are used only if steps are recorded.
    SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites; ///< cached access site of each instruction
    /// For each instruction, 1 plus the index of the last block in which an overflow was reported; 0 if there is none.
    std::vector<std::int64_t> overflowed;
    /// For each instruction, 1 plus the index of the last block in which an uninitialized value was reported; 0 if
    /// there is none.
    std::vector<std::int64_t> told_unset;
    struct Missed {
        /// Block index plus 1 of the block in which the error occurred; 0 if there is no finding.
        std::int64_t block = 0;
        Finding* finding = nullptr;
    };
    /// For each instruction, its out-of-bounds finding in the current block, which counts repeated errors.
    std::vector<Missed> missed;
};

} // namespace warploom::simt
