#include "engine/simulated/cache.h"

#include <cmath>
#include <tuple>

namespace warploom::simulated {

SectoredCache::SectoredCache(double bytes, double line_bytes, double ways) {
    if (!(bytes > 0)) return;
    ways_ = static_cast<std::uint32_t>(std::max(1.0, ways));
    sets_ = static_cast<std::uint32_t>(std::max(1.0, bytes / std::max(32.0, line_bytes) / ways_));
    inverse_ = ~std::uint64_t{0} / sets_ + 1; // wraps around to 0 if there is a single set, which is correct
    lines_.resize(static_cast<std::size_t>(sets_) * ways_);
    recent_.resize(sets_);
}

void SectoredCache::clear() {
    if (clock_ == 0) return; // nothing to do, because the cache has never been used
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
    if (++clock_ == 0) { // if the clock wraps around after 4 billion uses, the LRU order is lost
        for (auto& each : lines_) each.last_use = 0;
        clock_ = 1;
    }
    const std::uint32_t number = set_of(line);
    Line* const set = &lines_[static_cast<std::size_t>(number) * ways_];
    std::uint32_t oldest = 0, way = 0;
    for (; way < ways_ && set[way].number != line + 1; ++way)
        if (set[way].last_use < set[oldest].last_use) oldest = way; // an unused slot has the earliest time stamp
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
    limit_ = std::max(limit_, list_.size() + 1); // room for another request, even if all requests are in one set
}

L2Replay::L2Replay(double bytes, double line_bytes, double ways, double slices, double fetch_bytes)
    : cache_(bytes, line_bytes, ways), fetch_sectors_(fetch_bytes >= 128  ? 4
                                                      : fetch_bytes >= 64 ? 2
                                                                          : 1),
      slices_(slices) {
    writers_.resize(cache_.places());
    words_.resize(cache_.places());
}

namespace {

/// Computes e^x for x <= 0 using only sums and products. Library functions differ in the last bit between systems, but
/// modeled times must be the same everywhere. Uses x = k ln 2 + r and the Taylor series of e^r.
double exp_of_negative(double x) {
    constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
    if (x < -700) return 0;
    const double k = std::floor(x / (ln2_high + ln2_low) + 0.5);
    const double r = (x - k * ln2_high) - k * ln2_low;
    double sum = 1;
    for (int n = 15; n > 0; --n) sum = 1 + r * sum / n;
    return std::ldexp(sum, static_cast<int>(k));
}

} // namespace

double L2Replay::atomic_turns(double scale) {
    // Sort in a total order, because the order of summation affects the last bits of the sums.
    const auto key = [](const AtomicPasses& a) { return std::tuple(a.line, a.multiprocessor, a.block, a.passes); };
    std::sort(atomics_.begin(), atomics_.end(),
              [&](const AtomicPasses& a, const AtomicPasses& b) { return key(a) < key(b); });
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
    // If only some of the cache sets are simulated, scale up the numbers of lines and passes.
    const double at_work = slices_ * (1 - exp_of_negative(-lines * scale / slices_));
    return std::max(most, all * scale / at_work);
}

} // namespace warploom::simulated
