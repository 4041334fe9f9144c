#include "app/trace/warp_trace.h"

#include "app/trace/watching_sink.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include <algorithm>

namespace warploom::app {

using namespace simulated;

namespace {

/// Records the steps of one warp and the properties of all launches.
class WarpSink final : public WatchingSink {
public:
    WarpSink(const WarpSettings& settings, WarpTrace& trace, const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), settings_(settings), trace_(trace) {}
    void begin_launch(const LaunchInfo& info, const std::vector<std::int64_t>& traced) override {
        WatchingSink::begin_launch(info, traced);
        if (launch() < 0) return;
        trace_.launches.push_back(info);
        trace_.launches.back().number = launch();
    }

private:
    void look_at(std::int64_t block, int warp, const WarpInstruction& step) override {
        const bool is_wanted = launch() == settings_.launch && block == settings_.block_index && warp == settings_.warp;
        if (!is_wanted) return;
        ++trace_.all_steps;
        if (trace_.steps.size() < WarpTrace::most_steps) trace_.steps.push_back(step);
    }
    const WarpSettings& settings_;
    WarpTrace& trace_;
};

void require_place(const WarpSettings& settings, const WarpTrace& trace) {
    const auto launches = static_cast<std::int64_t>(trace.launches.size());
    if (settings.launch < 0 || settings.launch >= launches)
        throw Error(
            "trace.launch",
            launches == 0
                ? sentence("Kernel {kernel} does not launch anything for this matrix.", {{"kernel", settings.kernel}})
                : sentence("There is no launch {launch}. Kernel {kernel} makes {n} {n:launch|launches}.",
                           {{"launch", settings.launch}, {"kernel", settings.kernel}, {"n", launches}}),
            launches == 0 ? sentence("Choose a matrix with rows and nonzeros.")
                          : sentence("Launches are counted from 0."));
    const LaunchInfo& launch = trace.launches[settings.launch];
    if (settings.block_index < 0 || settings.block_index >= launch.blocks)
        throw Error("trace.block",
                    sentence("There is no block {block}. Launch {launch} has {n} {n:block|blocks}.",
                             {{"block", settings.block_index}, {"launch", settings.launch}, {"n", launch.blocks}}),
                    sentence("Blocks are counted from 0."));
    const int warps = (launch.block_size + warp_size - 1) / warp_size;
    if (settings.warp < 0 || settings.warp >= warps)
        throw Error("trace.warp",
                    sentence("There is no warp {warp}. A block of {threads} threads has {n} {n:warp|warps}.",
                             {{"warp", settings.warp}, {"threads", launch.block_size}, {"n", warps}}),
                    sentence("Warps are counted from 0."));
}

} // namespace

WarpTrace trace_warp(const TraceSubject& subject, const WarpSettings& settings, const std::atomic<bool>* cancelled) {
    WarpTrace trace;
    WarpSink sink(settings, trace, cancelled);
    TraceOptions options;
    options.only_block = std::max<std::int64_t>(0, settings.block_index);
    options.limits = simulated::limits_of(settings.card);
    const auto bound = sink.watch(subject, settings.block, options);
    require_place(settings, trace);
    trace.arrays = sink.tracer().arrays();
    trace.sites = sink.tracer().sites();
    trace.result = subject.values(*bound);
    return trace;
}

} // namespace warploom::app
