#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/findings/loop_state.h"
#include "engine/simt/machine/execution_limits.h"
#include "engine/simt/machine/fault_observer.h"
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

/// An infinite loop in a launch, and the number of warps that have been stopped in it. Once a warp has been stopped,
/// other warps in the loop are stopped earlier.
struct EndlessLoop {
    static constexpr int many = 1;
    std::atomic<std::uint32_t> pc{0};
    std::atomic<std::int64_t> turns{0}; ///< number of iterations of the first warp that was stopped in the loop
    std::atomic<int> warps{0};
    /// Whether waiting lanes are separated from other lanes without delay. Set once all warps of a block have been
    /// waiting, although some of their lanes could have continued.
    std::atomic<bool> do_lanes_drift{false};
};

/// Properties of the simulated architecture. `lanes_drift` enables independent thread scheduling (compute capability
/// 7.0 and later).
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
    std::vector<FaultObserver*> faults; ///< the enabled checks for errors that the machine detects
    void tell(const Fault& fault) const {
        for (FaultObserver* const observer : faults) observer->observe(fault);
    }
    /// Receives every instruction of recorded blocks; may be null.
    InstructionObserver* instructions = nullptr;
    bool compares_values = false; ///< whether to detect stores that leave memory unchanged
    /// Whether spin loops end after one iteration. Set while tracing after a dry run, because all awaited values have
    /// been written by then.
    bool looks_once = false;
    /// Number of spin loop iterations before the waiting lanes are separated from the lanes that can continue.
    std::int64_t patience = std::numeric_limits<std::int64_t>::max();
    EndlessLoop* endless = nullptr; ///< infinite loop found in this launch; may be null
    /// Loop analysis cache. If it is null, repeated loop states are not detected.
    LoopStates* loops = nullptr;
    std::vector<std::string> printed; ///< printf output of the block, one entry per call
    std::size_t printed_size = 0;     ///< total size of `printed` in bytes
    std::int64_t unprinted = 0;       ///< number of printf calls that were dropped because of the limits
    /// Executes cudaMemset for arrays in the memory of a real GPU.
    std::function<void(void* to, int byte, std::int64_t bytes)> fill;
    // The following members are used only for recorded steps.
    SiteTable* sites = nullptr;
    struct KnownSite {
        int array = -2, site = -1;
    };
    std::vector<KnownSite> known_sites;
    /// For each instruction, 1 plus the last block in which it overflowed; 0 if no overflow has been reported.
    std::vector<std::int64_t> overflowed;
    /// For each instruction, 1 plus the last block in which it used an uninitialized value; 0 if no use has been
    /// reported.
    std::vector<std::int64_t> told_unset;
};

} // namespace warploom::simt
