#pragma once

#include "engine/simt/machine/block.h"
#include "engine/simulated/findings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Runs a launch whose threads wait for others (Code::waits) before it is traced. A tracer runs blocks in its own
/// order, in which the values that they wait for would come too late. So all blocks run beforehand, in order, and
/// findings are reported; the trace then shows blocks that read each flag in its final state, once. Because a launch
/// that runs twice may produce other values, restore() restores those of the first run.
class DryRun {
public:
    explicit DryRun(const LaunchPlan& plan) : plan_(plan) { plan_.is_by_itself = true; }
    /// Runs all blocks, the first `most_checked` so that races are found. Errors: "cancelled", "memory.limit".
    simulated::Findings run();
    /// Restores the memory contents that run() produced.
    void restore() const;

    static constexpr std::int64_t most_checked = 4096; ///< the maximum number that a BlockOrder can distinguish

private:
    LaunchPlan plan_;
    std::vector<std::vector<std::byte>> left_; ///< by object
};

/// The plan of the rehearsed launch: nothing is found, printed or remembered again.
LaunchPlan repeated(LaunchPlan plan);

} // namespace warploom::simt
