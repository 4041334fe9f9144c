#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/findings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Runs a launch with threads that wait for other threads (Code::waits) before the launch is traced. The tracer runs
/// blocks in its own order, in which a thread might wait for a value that is written later. The dry run executes all
/// blocks in ascending order and reports its findings. In the traced run, each spin loop reads its flag only once,
/// because the flag already has its final value. The traced run may compute different results, so call restore()
/// afterward to get back the results of the dry run.
class DryRun {
public:
    explicit DryRun(const LaunchPlan& plan) : plan_(plan) { plan_.policy.may_stand_still = true; }
    /// Runs all blocks. Detects races only in the first `most_checked` blocks. Errors: "cancelled", "memory.limit".
    Findings run();
    /// Restores the contents that memory had at the end of run().
    void restore() const;

    static constexpr std::int64_t most_checked = 4096; ///< maximum number of blocks that FlagOrder tracks

private:
    LaunchPlan plan_;
    std::vector<std::vector<std::byte>> left_;
};

/// Returns the plan for tracing a launch after its dry run. Findings and printf output are not reported a second time.
LaunchPlan repeated(LaunchPlan plan);

} // namespace warploom::simt
