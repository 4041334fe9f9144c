#pragma once

#include "engine/simulated/counts.h"
#include "engine/simulated/tracer.h"

#include <optional>
#include <vector>

namespace warploom::app {

/// Counts from the first launch on that the tracer tells of: arrays that are named before, while a kernel is bound,
/// belong to it.
class LateCounting final : public simulated::TraceSink {
public:
    /// `share_of_l2`: that the traced blocks can count on; 0: as large as their part of the first grid.
    explicit LateCounting(const simulated::Card& card, double share_of_l2 = 0) : card_(card), share_(share_of_l2) {}
    void follow(const simulated::Tracer& tracer) { tracer_ = &tracer; }

    void begin_launch(const simulated::LaunchInfo& launch, const std::vector<std::int64_t>& traced) override {
        if (!sink_) {
            const double part =
                launch.blocks > 0 ? static_cast<double>(traced.size()) / static_cast<double>(launch.blocks) : 1;
            sink_.emplace(card_, tracer_->arrays(), tracer_->sites(), share_ > 0 ? share_ : part);
        }
        sink_->begin_launch(launch, traced);
    }
    simulated::StepSink& multiprocessor(int number) override { return sink_->multiprocessor(number); }
    void end_launch(std::int64_t shared_bytes) override { sink_->end_launch(shared_bytes); }
    /// The launches; of their counts, what the model asks for: blocks, no sites.
    std::vector<simulated::LaunchCounts> take(int element_bytes) {
        auto launches = sink_ ? sink_->take() : std::vector<simulated::LaunchCounts>{};
        for (auto& launch : launches) {
            launch.element_bytes = element_bytes;
            launch.sites.clear();
        }
        return launches;
    }

private:
    const simulated::Card& card_;
    const double share_;
    const simulated::Tracer* tracer_ = nullptr;
    std::optional<simulated::CountingSink> sink_;
};

} // namespace warploom::app
