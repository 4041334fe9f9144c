#pragma once

#include "engine/simt/machine/launch_plan.h"
#include "engine/simt/trace/findings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Runs a launch whose threads wait for each other (Code::waits) before it is traced. The tracer runs blocks in its own
/// order, in which the awaited values would be written too late. Therefore all blocks are first run in ascending order,
/// and the findings of this dry run are reported. During tracing, each spin loop reads its flag only once, in its final
/// state. Because the traced run may compute different values, restore() then restores the results of the dry run.
class DryRun {
public:
    explicit DryRun(const LaunchPlan& plan) : plan_(plan) { plan_.policy.may_stand_still = true; }
    /// Runs all blocks, and detects races in the first `most_checked` of them. Errors: "cancelled", "memory.limit".
    Findings run();
    /// Restores the memory contents after run().
    void restore() const;

    static constexpr std::int64_t most_checked = 4096; ///< maximum number of blocks that a FlagOrder can distinguish

private:
    LaunchPlan plan_;
    std::vector<std::vector<std::byte>> left_; ///< memory contents after the dry run, by object
};

/// Returns the plan for tracing a launch after its dry run. Findings and output are not reported again.
LaunchPlan repeated(LaunchPlan plan);

} // namespace warploom::simt
