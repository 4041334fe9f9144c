#pragma once

#include "engine/simulated/findings.h"
#include "engine/simulated/site_table.h"
#include "engine/simulated/stepped_block.h"
#include "engine/simulated/tracer.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace warploom::simulated {

/// The interface through which a machine reports kernel execution to the tracer.
struct Tracer::Impl {
    Impl(TraceOptions options, TraceSink& sink);
    ~Impl();

    /// A call of the kernel begins: its launches are counted from 0 again.
    void begin_call() { next_launch_ = 0; }
    const TraceOptions& options() const { return options_; }
    /// Runs the traced blocks of a launch and gives the ranges of all others to `untraced`.
    /// Errors: those of a kernel, "trace.sites", "trace.blocks" where it is more than can be traced whole.
    void launch(const TracedLaunch& launch, std::int64_t blocks,
                const std::function<void(std::int64_t first, std::int64_t last)>& untraced);

    /// Findings in blocks that are not traced, from any thread, or when a launch has ended.
    void add(const Findings& found);
    void add_same_values(const Findings& found);

    SiteTable table;
    std::vector<Finding> findings, same_values;
    std::int64_t lane_accesses = 0, traced_blocks = 0, blocks = 0;
    bool traces_preparation = false; ///< whether the launches of `prepare` are traced too; else they only run
    bool is_preparing = false;       ///< those launches come now

private:
    std::vector<std::int64_t> choose(std::int64_t blocks, int block_size);
    void run_in_schedule(const TracedLaunch& launch, std::int64_t blocks);
    void run(const TracedLaunch& launch, const std::vector<std::int64_t>& blocks, int resident, StepSink& sink);

    TraceOptions options_;
    TraceSink& sink_;
    int next_launch_ = 0;
    double share_ = 1; ///< of the launches so far, the smallest that was traced, and of those to come
    std::mutex mutex_;
    Findings found_, same_values_;
};

} // namespace warploom::simulated
