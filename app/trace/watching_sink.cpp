#include "app/trace/watching_sink.h"

#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

std::unique_ptr<kernels::Bound> WatchingSink::watch(const TraceSubject& subject, int block_size,
                                                    simulated::TraceOptions options) {
    options.compares_values = true;
    tracer_.emplace(options, *this);
    auto bound = subject.bind(block_size, *tracer_);
    is_on_ = true;
    subject.run(*bound);
    return bound;
}

void WatchingSink::step(std::int64_t block, int warp, const simulated::WarpInstruction& step) {
    // A simulated step takes well under a microsecond, so a check every 65,536 steps detects cancellation within about
    // 50 ms.
    if ((++steps_ & 0xffff) == 0 && cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed))
        throw Error("cancelled", sentence("The task was canceled."));
    if (is_on_) look_at(block, warp, step);
}

} // namespace warploom::app
