#include "engine/simt/findings/handovers.h"

#include <algorithm>
#include <bit>

namespace warploom::simt {

using simulated::warp_size;

void Handovers::begin(std::size_t warps) {
    threads_.assign(warps * warp_size, {});
    flags_.clear();
    reads_.clear();
}

void Handovers::include(Epochs& all, const Epochs& others) {
    for (std::size_t l = 0; l < all.size(); ++l) all[l] = std::max(all[l], others[l]);
}

void Handovers::include(Known& all, const Known& others) {
    for (const auto& [warp, epochs] : others) include(all[warp], epochs);
}

void Handovers::fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const simulated::LaneOrder& order) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        Thread& thread = thread_of(warp, lane);
        include(thread.fenced, order.before(lane));
        thread.fenced[static_cast<std::size_t>(lane)] = epoch;
        include(thread.behind, thread.seen);
        thread.seen.clear();
    }
}

void Handovers::meet(int warp, std::uint32_t lanes) {
    Epochs fenced{};
    Known behind;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const Thread& thread = thread_of(warp, std::countr_zero(rest));
        include(fenced, thread.fenced);
        include(behind, thread.behind);
    }
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        Thread& thread = thread_of(warp, std::countr_zero(rest));
        thread.fenced = fenced;
        thread.behind = behind;
    }
}

void Handovers::set(int thread, std::uint64_t flag, bool is_atomic) {
    const Thread& by = threads_[static_cast<std::size_t>(thread)];
    Known& said = flags_[flag];
    if (!is_atomic) said.clear();
    include(said, by.behind);
    include(said[thread / warp_size], by.fenced);
}

void Handovers::look(int thread, std::uint64_t flag) {
    const auto said = flags_.find(flag);
    if (said != flags_.end()) include(threads_[static_cast<std::size_t>(thread)].seen, said->second);
}

bool Handovers::is_before(int other, std::uint32_t epoch, int thread) const {
    const Known& behind = threads_[static_cast<std::size_t>(thread)].behind;
    const auto known = behind.find(other / warp_size);
    return known != behind.end() && epoch < known->second[static_cast<std::size_t>(other % warp_size)];
}

bool Handovers::take_reads(std::uint64_t element, int thread) {
    const auto reads = reads_.find(element);
    if (reads == reads_.end()) return true;
    const bool are_before = std::all_of(reads->second.begin(), reads->second.end(), [&](const auto& read) {
        return read.first / warp_size == thread / warp_size || is_before(read.first, read.second, thread);
    });
    reads_.erase(reads);
    return are_before;
}

} // namespace warploom::simt
