#pragma once

#include "engine/error.h"
#include "engine/simulated/counts.h"
#include "engine/simulated/tracer.h"
#include "kernels/machine/registry.h"

#include <memory>

// Traces one call to a kernel and counts it for a GPU model. Shared by tests of counts and the comparison with a
// profiler.

namespace warploom {

struct CountedCall {
    std::vector<simulated::LaunchCounts> launches;
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::int64_t lane_accesses = 0;
    std::size_t findings = 0;
    std::vector<double> y;
    double seconds = 0; ///< time of the launches, including counting, measured by `clock`

    /// Returns the sum of the counts of all sites for which wanted(site) is true, over all launches.
    template <class Wanted> simulated::SiteCounts total(Wanted wanted) const {
        simulated::SiteCounts sum;
        for (const auto& launch : launches)
            for (std::size_t n = 0; n < launch.sites.size(); ++n)
                if (wanted(sites[n])) sum += launch.sites[n];
        return sum;
    }
    simulated::SiteCounts total(simulated::Access access, simulated::Space space) const {
        return total([&](const auto& site) { return site.access == access && site.space == space; });
    }
    simulated::SiteCounts of_array(const char* name, simulated::Access access) const {
        return total([&](const auto& site) {
            return site.access == access && site.array >= 0 && arrays[site.array].name == name;
        });
    }
};

/// A sink that creates its counter at the first launch, because the counter needs the tracer's lists, and the tracer
/// needs a sink.
class LateCounter : public simulated::TraceSink {
public:
    explicit LateCounter(const simulated::Card& card) : card_(card) {}
    void watch(const simulated::Tracer& tracer) {
        sink_ = std::make_unique<simulated::CountingSink>(card_, tracer.arrays(), tracer.sites());
    }
    void begin_launch(const simulated::LaunchInfo& launch, const std::vector<std::int64_t>& blocks) override {
        sink_->begin_launch(launch, blocks);
    }
    simulated::StepSink& multiprocessor(int number) override { return sink_->multiprocessor(number); }
    void end_launch(std::int64_t shared_bytes) override { sink_->end_launch(shared_bytes); }
    std::vector<simulated::LaunchCounts> take() { return sink_->take(); }

private:
    simulated::Card card_;
    std::unique_ptr<simulated::CountingSink> sink_;
};

/// Traces all blocks and counts them. Throws errors of the format.
inline CountedCall count_call(
    const std::string& kernel, const CsrMatrix& matrix, Precision precision, int block_size,
    const simulated::Card& card, const std::vector<double>& x, int host_threads = 0,
    double (*clock)() = [] { return 0.0; }) {
    simulated::TraceOptions options;
    options.multiprocessors = static_cast<int>(card.multiprocessors);
    options.host_threads = host_threads;
    options.resident_blocks = [&card](int size) {
        return std::max(
            1, static_cast<int>(std::min(card.blocks_per_multiprocessor, card.threads_per_multiprocessor / size)));
    };
    LateCounter counter(card);
    simulated::Tracer tracer(options, counter);
    counter.watch(tracer);
    const auto bound = kernels::bind_traced(
        kernel, kernels::SpmvInput{kernels::make_format(kernels::find_spmv_kernel(kernel)->format, matrix, precision)},
        block_size, tracer);
    bound->set_x(x);
    bound->poison();
    CountedCall call;
    const double start = clock();
    bound->enqueue();
    bound->finish();
    call.seconds = clock() - start;
    call.launches = counter.take();
    call.arrays = tracer.arrays();
    call.sites = tracer.sites();
    call.lane_accesses = tracer.lane_accesses();
    call.findings = tracer.findings().size();
    call.y = bound->y();
    return call;
}

} // namespace warploom
