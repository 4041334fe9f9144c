#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/findings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Runs a launch in which threads wait for other threads (Code::waits), before the launch is traced. The tracer runs
/// blocks in its own order, so the values that threads wait for might be written too late. The dry run executes all
/// blocks in ascending order, and its findings are reported. When the launch is traced afterward, each spin loop reads
/// its flag only once, because the flag already has its final value. The traced run may compute different results, so
/// restore() must be called to restore the results of the dry run.
class DryRun {
public:
    explicit DryRun(const LaunchPlan& plan) : plan_(plan) { plan_.policy.may_stand_still = true; }
    /// Runs all blocks of the launch. Detects races only in the first `most_checked` blocks. Errors: "cancelled",
    /// "memory.limit".
    Findings run();
    /// Restores the contents of memory at the end of run().
    void restore() const;

    static constexpr std::int64_t most_checked = 4096; ///< maximum number of blocks that FlagOrder can distinguish

private:
    LaunchPlan plan_;
    /// Contents of the allocations after the dry run, indexed by object number.
    std::vector<std::vector<std::byte>> left_;
};

/// Returns the plan for tracing a launch after its dry run. The traced run does not report findings and printf output
/// again.
LaunchPlan repeated(LaunchPlan plan);

} // namespace warploom::simt
