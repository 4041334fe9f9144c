#pragma once

#include "engine/simt/machine/block.h"
#include "engine/simulated/findings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// A launch whose threads wait for others (Code::waits), before it is traced. A tracer takes blocks in an order of
/// its own, in which what they wait for would come too late. So all of them run before, one after another in their
/// order, and what there is to find is found; the trace then shows blocks that find each flag as it was left, one
/// look for each. Run twice, a launch may leave other numbers than once; restore() puts back those of the first time.
class DryRun {
public:
    explicit DryRun(const LaunchPlan& plan) : plan_(plan) { plan_.is_by_itself = true; }
    /// Runs all blocks, the first `most_checked` so that races are found. Errors: "cancelled", "memory.limit".
    simulated::Findings run();
    /// Puts back what run() left.
    void restore() const;

    static constexpr std::int64_t most_checked = 4096; ///< as many as a BlockOrder tells apart

private:
    LaunchPlan plan_;
    std::vector<std::vector<std::byte>> left_; ///< by object
};

/// The plan of the rehearsed launch: nothing is found, printed or remembered again.
LaunchPlan repeated(LaunchPlan plan);

} // namespace warploom::simt
