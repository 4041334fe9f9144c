#include "engine/simulated/l2_replay.h"

#include <algorithm>

namespace warploom::simulated {

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

L2Replay::L2Replay(double bytes, double line_bytes, double ways) : cache_(bytes, line_bytes, ways) {
    writers_.resize(cache_.places());
    words_.resize(cache_.places());
}

} // namespace warploom::simulated
