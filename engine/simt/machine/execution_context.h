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

/// An infinite loop that has been detected in a launch, and the number of warps in this loop. Further warps that enter
/// the loop are stopped earlier.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< number of iterations of the first warp
    std::atomic<int> warps{0};
    /// Set when all warps of a block were waiting, although some of their lanes could have continued. From then on,
    /// waiting lanes are immediately executed separately.
    std::atomic<bool> do_lanes_drift{false};
};

/// Properties of the simulated architecture. `lanes_drift` enables independent thread scheduling, which GPUs have had
/// since compute capability 7.0.
struct TargetTraits {
    bool lanes_drift = true;
};

/// The state shared by all warps of a block.
struct ExecutionContext {
    const Code* code = nullptr;
    const std::string* file = nullptr;
    std::vector<Object> objects;
    std::int64_t block = 0;
    ExecutionLimits limits;
    TargetTraits traits;
    Findings* findings = nullptr;
    Checks checks;
    Finding ignored;                             ///< dummy finding that is returned by disabled checks
    InstructionObserver* instructions = nullptr; ///< observer of all instructions of recorded blocks; may be null
    bool compares_values = false;                ///< whether to detect stores that do not change the value in memory
    /// Whether spin loops end after one iteration. Set during tracing after a dry run, which has already waited for the
    /// values.
    bool looks_once = false;
    /// Number of spin loop iterations before the waiting lanes are executed separately from the lanes that can
    /// continue.
    std::int64_t patience = std::numeric_limits<std::int64_t>::max();
    EndlessLoop* endless = nullptr;   ///< infinite loop that was found in this launch; may be null
    LoopStates* loops = nullptr;      ///< cached loop states of the call; null disables the detection of infinite loops
    std::vector<std::string> printed; ///< printf output of the block so far
    std::size_t printed_size = 0;     ///< total size of `printed` in bytes
    std::int64_t unprinted = 0;       ///< number of printf calls that exceeded the limit
    /// Executes cudaMemset for arrays in GPU memory.
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // The following members are used only if steps are recorded.
    SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites; ///< cached site of each instruction
    /// For each instruction, the last block in which an overflow was reported, plus 1.
    std::vector<std::int64_t> overflowed;
    /// For each instruction, the last block in which an uninitialized value was reported, plus 1.
    std::vector<std::int64_t> told_unset;
    struct Missed {
        std::int64_t block = 0; ///< number of the block with this finding, plus 1
        Finding* finding = nullptr;
    };
    /// For each instruction, its finding in the current block, which counts repeated errors.
    std::vector<Missed> missed;
};

} // namespace warploom::simt
