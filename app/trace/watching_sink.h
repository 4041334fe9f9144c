#pragma once

#include "app/trace/trace_subject.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::app {

/// Base class of trace sinks that observe each step of a kernel call, excluding binding. Simulates a single
/// multiprocessor, so that blocks run one after another in ascending order. Errors: "cancelled".
class WatchingSink : public simulated::SingleThreadTraceSink {
public:
    explicit WatchingSink(const std::atomic<bool>* cancelled) : cancelled_(cancelled) {}

    /// Binds the kernel and runs it once under a tracer, which exists as long as this object. Must be called only once.
    std::unique_ptr<kernels::Bound> watch(const TraceSubject& subject, int block_size,
                                          simulated::TraceOptions options = {});
    const simulated::Tracer& tracer() const { return *tracer_; }

    void begin_launch(const simulated::LaunchInfo&, const std::vector<std::int64_t>&) override {
        launch_ += is_on_ ? 1 : 0;
    }
    void step(std::int64_t block, int warp, const simulated::WarpInstruction& step) final;

protected:
    virtual void look_at(std::int64_t block, int warp, const simulated::WarpInstruction& step) = 0;
    /// Returns the zero-based index of the current launch within the call; -1 before the first launch.
    int launch() const { return launch_; }
    const simulated::Site& site_of(const simulated::WarpInstruction& step) const {
        return tracer_->sites()[static_cast<std::size_t>(step.site)];
    }

private:
    const std::atomic<bool>* cancelled_;
    std::optional<simulated::Tracer> tracer_;
    bool is_on_ = false;
    int launch_ = -1;
    std::uint64_t steps_ = 0;
};

} // namespace warploom::app
