#include "app/debug/other_writes.h"

#include "app/trace/warp_trace.h"
#include "app/trace/watching_sink.h"

#include <algorithm>
#include <utility>

namespace warploom::app {

using namespace simulated;

namespace {

constexpr std::size_t most_elements = 2'000'000; ///< memory limit, because each element takes about 64 bytes

std::uint64_t key_of(std::size_t array, std::int64_t element) {
    return std::uint64_t{array} << 48 | static_cast<std::uint64_t>(element);
}

} // namespace

class OtherWrites::Sink final : public WatchingSink {
public:
    Sink(OtherWrites& made, int launch, std::int64_t block, const std::atomic<bool>* cancelled)
        : WatchingSink(cancelled), made_(made), launch_of_block_(launch), block_(block) {}
    void begin_launch(const LaunchInfo& info, const std::vector<std::int64_t>& traced) override {
        WatchingSink::begin_launch(info, traced);
        is_after_ = is_after_ || launch() > launch_of_block_;
    }
    void begin_block(std::int64_t block, int) override {
        is_after_ = is_after_ || (launch() == launch_of_block_ && block == block_);
    }

private:
    void look_at(std::int64_t block, int warp, const WarpInstruction& step) override {
        const Site& site = site_of(step);
        const bool is_write = site.access == Access::store || site.access == Access::atomic;
        const bool is_own = launch() == launch_of_block_ && block == block_;
        if (!is_write || is_own || site.space != Space::global || site.array < 0) return;
        const auto array = static_cast<std::size_t>(site.array);
        const std::int64_t each = std::max(1, tracer().arrays()[array].element_bytes);
        Writes& writes = is_after_ ? made_.after_ : made_.before_;
        for_each_lane(step.active, [&](int lane) {
            // In a write of type float4, the index counts groups of four elements.
            const std::int64_t begin = step.index[static_cast<std::size_t>(lane)] * site.element_bytes;
            const std::int64_t last = (begin + std::max(1, site.element_bytes) - 1) / each;
            for (std::int64_t element = begin / each; element <= last; ++element) {
                const std::uint64_t key = key_of(array, element);
                if (writes.size() >= most_elements && writes.count(key) == 0) continue;
                writes[key] = {block, launch(), step.site, warp * warp_size + lane};
            }
        });
    }

    OtherWrites& made_;
    const int launch_of_block_;
    const std::int64_t block_;
    bool is_after_ = false;
};

OtherWrites::OtherWrites(const TraceSubject& subject, int block_size, TraceOptions options, int launch,
                         std::int64_t block, const Progress& progress) {
    options.only_block.reset();
    options.instructions = nullptr;
    options.lane_order_seed = 0;
    Sink sink(*this, launch, block, progress.cancelled);
    sink.watch(subject, block_size, std::move(options));
    arrays_ = sink.tracer().arrays();
    for (const Site& site : sink.tracer().sites()) lines_.emplace_back(site.file, site.line);
}

std::optional<ForeignWrite> OtherWrites::find(const Writes& writes, const std::string& array,
                                              std::int64_t offset) const {
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
        if (arrays_[a].space != Space::global || arrays_[a].name != array) continue;
        const auto found = writes.find(key_of(a, offset / std::max(1, arrays_[a].element_bytes)));
        if (found == writes.end()) continue;
        const Write& write = found->second;
        const auto& [file, line] = lines_[static_cast<std::size_t>(write.site)];
        return ForeignWrite{write.launch, write.block, write.thread, file, line};
    }
    return std::nullopt;
}

std::optional<ForeignWrite> OtherWrites::before(const std::string& array, std::int64_t offset) const {
    return find(before_, array, offset);
}

std::optional<ForeignWrite> OtherWrites::after(const std::string& array, std::int64_t offset) const {
    return find(after_, array, offset);
}

} // namespace warploom::app
