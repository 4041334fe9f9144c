#include "engine/simulated/cache.h"

#include <cmath>

namespace warploom::simulated {

SectoredCache::SectoredCache(double bytes, double line_bytes, double ways) {
    if (!(bytes > 0)) return;
    ways_ = static_cast<std::uint32_t>(std::max(1.0, ways));
    sets_ = static_cast<std::uint32_t>(std::max(1.0, bytes / std::max(32.0, line_bytes) / ways_));
    inverse_ = ~std::uint64_t{0} / sets_ + 1; // 0 for a single set, which is right too
    lines_.resize(static_cast<std::size_t>(sets_) * ways_);
    recent_.resize(sets_);
}

void SectoredCache::clear() {
    if (clock_ == 0) return; // nothing came yet
    std::fill(lines_.begin(), lines_.end(), Line{});
    std::fill(recent_.begin(), recent_.end(), std::uint8_t{0});
    clock_ = 0;
}

SectoredCache::Line* SectoredCache::find(std::uint32_t line) {
    Line* const set = &lines_[static_cast<std::size_t>(set_of(line)) * ways_];
    for (std::uint32_t way = 0; way < ways_; ++way)
        if (set[way].number == line + 1) return &set[way];
    return nullptr;
}

SectoredCache::Line& SectoredCache::use(std::uint32_t line, Line& gone) {
    if (++clock_ == 0) { // after 4 thousand million uses; the order is lost once
        for (auto& each : lines_) each.last_use = 0;
        clock_ = 1;
    }
    const std::uint32_t number = set_of(line);
    Line* const set = &lines_[static_cast<std::size_t>(number) * ways_];
    std::uint32_t oldest = 0, way = 0;
    for (; way < ways_ && set[way].number != line + 1; ++way)
        if (set[way].last_use < set[oldest].last_use) oldest = way; // a free place was never used
    gone.number = 0;
    if (way == ways_) {
        way = oldest;
        gone = set[way];
        set[way] = {line + 1, 0, 0, 0};
    }
    recent_[number] = static_cast<std::uint8_t>(way);
    set[way].last_use = clock_;
    return set[way];
}

void L2Requests::begin(const SectoredCache& l2, std::size_t limit) {
    l2_ = &l2;
    limit_ = std::max<std::size_t>(limit, 1024);
    skipped_ = 0;
    list_.clear();
}

void L2Requests::thin() {
    while (list_.size() >= limit_ && skipped_ < l2_->sets() / 2) {
        skipped_ = skipped_ << 1 | 1;
        std::erase_if(list_, [&](const L2Request& request) { return (l2_->set_of(request.line) & skipped_) != 0; });
    }
    limit_ = std::max(limit_, list_.size() + 1); // all in one set: nothing left to drop
}

L2Replay::L2Replay(double bytes, double line_bytes, double ways, double slices)
    : cache_(bytes, line_bytes, ways), slices_(slices) {
    writers_.resize(cache_.places());
    words_.resize(cache_.places());
}

double L2Replay::atomic_turns(double scale) {
    std::sort(atomics_.begin(), atomics_.end(),
              [](const AtomicPasses& a, const AtomicPasses& b) { return a.line < b.line; });
    double lines = 0, all = 0, of_line = 0, most = 0;
    std::uint32_t line = 0;
    for (const AtomicPasses& a : atomics_) {
        if (lines == 0 || a.line != line) {
            ++lines;
            of_line = 0;
            line = a.line;
        }
        of_line += a.passes;
        all += a.passes;
        most = std::max(most, of_line);
    }
    // With every second set left out, there are twice as many lines and passes.
    const double at_work = slices_ * (1 - std::exp(-lines * scale / slices_));
    return std::max(most, all * scale / at_work);
}

} // namespace warploom::simulated
