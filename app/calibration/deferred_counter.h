#pragma once

#include "engine/simulated/counts.h"
#include "engine/simulated/model.h"
#include "engine/simulated/tracer.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace warploom::app {

/// A tracer that starts counting at the first launch. It also tracks arrays that are registered earlier, while the
/// kernel is being bound. Assumes that the traced blocks do not share the L2 cache with other blocks.
class DeferredCounter final : public simulated::TraceSink {
public:
    /// Creates a counter for the card. `options` selects the blocks to trace.
    DeferredCounter(const simulated::Card& card, simulated::TraceOptions options)
        : card_(card), tracer_(of_card(card, std::move(options)), *this) {}
    simulated::Tracer& tracer() { return tracer_; }

    void begin_launch(const simulated::LaunchInfo& launch, const std::vector<std::int64_t>& traced) override {
        if (!sink_) sink_.emplace(card_, tracer_.arrays(), tracer_.sites(), 1);
        sink_->begin_launch(launch, traced);
    }
    simulated::StepSink& multiprocessor(int number) override { return sink_->multiprocessor(number); }
    void end_launch(std::int64_t shared_bytes) override { sink_->end_launch(shared_bytes); }
    /// Returns the counters of each launch that the performance model uses. They are totals per block, not per source
    /// location.
    std::vector<simulated::LaunchCounts> take(int element_bytes) {
        auto launches = sink_ ? sink_->take() : std::vector<simulated::LaunchCounts>{};
        for (auto& launch : launches) {
            launch.element_bytes = element_bytes;
            launch.sites.clear();
        }
        return launches;
    }

private:
    static simulated::TraceOptions of_card(const simulated::Card& card, simulated::TraceOptions options) {
        options.multiprocessors = static_cast<int>(card.multiprocessors);
        options.resident_blocks = [card](int block) { return std::max(1, simulated::resident_blocks(card, block, 0)); };
        return options;
    }

    const simulated::Card& card_;
    std::optional<simulated::CountingSink> sink_;
    simulated::Tracer tracer_;
};

} // namespace warploom::app
