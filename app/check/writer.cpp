#include "app/check/writer.h"

#include "app/trace/warp_trace.h"
#include "app/trace/watching_sink.h"
#include "engine/simt/language/headers.h"

#include <vector>

namespace warploom::app {

using namespace simulated;

namespace {

/// Records the writes to one array element. Its steps are numbered like those in the trace of a warp.
class WriterSink final : public WatchingSink {
public:
    WriterSink(std::string array, std::int64_t index, const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), array_(std::move(array)), index_(index) {}
    void begin_block(std::int64_t, int warps) override { steps_.assign(static_cast<std::size_t>(warps), 0); }

    std::optional<protocol::CheckWriter> found;

private:
    void look_at(std::int64_t block, int warp, const WarpInstruction& step) override {
        const std::int64_t number = steps_[static_cast<std::size_t>(warp)]++;
        const Site& site = site_of(step);
        const bool is_write = site.access == Access::store || site.access == Access::atomic;
        if (!is_write || site.space != Space::global || site.array < 0) return;
        const TracedArray& array = tracer().arrays()[static_cast<std::size_t>(site.array)];
        if (array.name != array_) return;
        for_each_lane(step.active, [&](int lane) {
            // In a write of type float4, the index counts groups of four elements.
            const std::int64_t wanted = index_ * array.element_bytes / site.element_bytes;
            if (step.index[static_cast<std::size_t>(lane)] != wanted) return;
            const std::int64_t writes = found ? found->writes + 1 : 1;
            // The editor shows only the user's source. If a shared header contains the write, report the line that
            // calls the function in the header.
            const int line =
                simt::is_header(site.file) ? (simt::is_header(site.kernel_file) ? 0 : site.kernel_line) : site.line;
            found = protocol::CheckWriter{launch(), block, warp, lane, line, number, writes};
        });
    }

    const std::string array_;
    const std::int64_t index_;
    std::vector<std::int64_t> steps_;
};

} // namespace

std::optional<protocol::CheckWriter> find_writer(const TraceSubject& subject, const std::string& array,
                                                 std::int64_t index, int block_size,
                                                 const std::atomic<bool>* cancelled) {
    WriterSink sink(array, index, cancelled);
    sink.watch(subject, block_size);
    return sink.found;
}

} // namespace warploom::app
