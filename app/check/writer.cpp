#include "app/check/writer.h"

#include "engine/error.h"
#include "engine/simt/language/parts.h"
#include "engine/simulated/one_sink.h"
#include "engine/simulated/tracer.h"

#include <bit>
#include <vector>

namespace warploom::app {

using namespace simulated;

namespace {

/// Waits for writes to one element. One multiprocessor, so blocks come one after the other, as when a warp is watched:
/// the steps of a warp have the same numbers here and there.
class WriterSink final : public OneSink {
public:
    WriterSink(std::string array, std::int64_t index, const std::atomic<bool>* cancelled)
        : array_(std::move(array)), index_(index), cancelled_(cancelled) {}

    void follow(const Tracer& tracer) { tracer_ = &tracer; }
    void start() { is_on_ = true; }

    void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>&) override { launch_ += is_on_ ? 1 : 0; }
    void begin_block(std::int64_t, int warps) override { steps_.assign(static_cast<std::size_t>(warps), 0); }

    void step(std::int64_t block, int warp, const Step& step) override {
        if ((++seen_ & 0xffff) == 0 && cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed))
            throw Error("cancelled", "The task was cancelled.");
        if (!is_on_) return;
        const std::int64_t number = steps_[static_cast<std::size_t>(warp)]++;
        const Site& site = tracer_->sites()[static_cast<std::size_t>(step.site)];
        const bool is_write = site.access == Access::store || site.access == Access::atomic;
        if (!is_write || site.space != Space::global || site.array < 0) return;
        const TracedArray& array = tracer_->arrays()[static_cast<std::size_t>(site.array)];
        if (array.name != array_) return;
        for (std::uint32_t left = step.active; left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            // A float4 writes four elements at once; its index counts such fours.
            const std::int64_t wanted = index_ * array.element_bytes / site.element_bytes;
            if (step.index[static_cast<std::size_t>(lane)] != wanted) continue;
            const std::int64_t writes = found ? found->writes + 1 : 1;
            // The editor shows the text itself: what a part wrote is told where the text calls it.
            const int line =
                simt::is_part(site.file) ? (simt::is_part(site.kernel_file) ? 0 : site.kernel_line) : site.line;
            found = wire::CheckWriter{launch_, block, warp, lane, line, number, writes};
        }
    }

    std::optional<wire::CheckWriter> found;

private:
    const std::string array_;
    const std::int64_t index_;
    const std::atomic<bool>* cancelled_;
    const Tracer* tracer_ = nullptr;
    bool is_on_ = false;
    int launch_ = -1;
    std::vector<std::int64_t> steps_;
    std::uint64_t seen_ = 0;
};

} // namespace

std::optional<wire::CheckWriter> find_writer(const TraceSubject& subject, const std::string& array, std::int64_t index,
                                             int block_size, const std::atomic<bool>* cancelled) {
    WriterSink sink(array, index, cancelled);
    TraceOptions options;
    options.host_threads = 1;
    Tracer tracer(options, sink);
    sink.follow(tracer);
    const auto bound = subject.bind(block_size, tracer);
    sink.start();
    subject.run(*bound);
    return sink.found;
}

} // namespace warploom::app
