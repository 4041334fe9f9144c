#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/findings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Runs a launch whose threads wait for others (Code::waits) before it is traced. A tracer runs blocks in its own
/// order, in which the awaited values would be written too late. Therefore all blocks run in order beforehand, and
/// their findings are reported. In the trace, each wait reads its flag once, in its final state. A second run may
/// compute other values, so restore() restores the results of the first run.
class DryRun {
public:
    explicit DryRun(const LaunchPlan& plan) : plan_(plan) { plan_.policy.may_stand_still = true; }
    /// Runs all blocks. Detects races in the first `most_checked` blocks. Errors: "cancelled", "memory.limit".
    Findings run();
    /// Restores the memory contents that run() produced.
    void restore() const;

    static constexpr std::int64_t most_checked = 4096; ///< number of blocks that a FlagOrder can distinguish

private:
    LaunchPlan plan_;
    std::vector<std::vector<std::byte>> left_; ///< results of the first run, by object
};

/// Returns the plan of a launch that is repeated after a dry run. Findings and output are not reported again.
LaunchPlan repeated(LaunchPlan plan);

} // namespace warploom::simt
