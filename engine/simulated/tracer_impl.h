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

/// The interface through which the interpreter reports the execution of a kernel to the tracer.
struct Tracer::Impl {
    Impl(TraceOptions options, TraceSink& sink);
    ~Impl();

    /// Starts a call of the kernel. Launches are counted from 0 again.
    void begin_call() { next_launch_ = 0; }
    const TraceOptions& options() const { return options_; }
    /// Runs the traced blocks of a launch, and passes the ranges of all other blocks to `untraced`. Errors: all errors
    /// of a kernel, "trace.sites", "trace.blocks" if the launch is too large to be traced completely.
    void launch(const TracedLaunch& launch, std::int64_t blocks,
                const std::function<void(std::int64_t first, std::int64_t last)>& untraced);

    /// Adds findings from blocks that are not traced, or from the end of a launch. Thread-safe.
    void add(const Findings& found);
    void add_same_values(const Findings& found);

    SiteTable table;
    std::vector<Finding> findings, same_values;
    std::int64_t lane_accesses = 0, traced_blocks = 0, blocks = 0;
    bool traces_preparation = false; ///< whether launches of `prepare` are traced; otherwise, they only run
    bool is_preparing = false;       ///< whether the next launches belong to `prepare`

private:
    std::vector<std::int64_t> choose(std::int64_t blocks, int block_size);
    void run_in_schedule(const TracedLaunch& launch, std::int64_t blocks);
    void run(const TracedLaunch& launch, const std::vector<std::int64_t>& blocks, int resident, StepSink& sink);

    TraceOptions options_;
    TraceSink& sink_;
    int next_launch_ = 0;
    double share_ = 1; ///< the smallest traced fraction of the launches so far, which is also used for further launches
    std::mutex mutex_;
    Findings found_, same_values_;
};

} // namespace warploom::simulated
