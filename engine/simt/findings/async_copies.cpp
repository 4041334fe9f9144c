#include "engine/simt/findings/async_copies.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warploom::simt {

void AsyncCopies::begin(std::size_t threads) {
    threads_.assign(threads, {});
    pending_.clear();
    completed_.clear();
}

void AsyncCopies::copy(const Copy& copy) {
    Thread& thread = threads_[static_cast<std::size_t>(copy.thread)];
    thread.copies.push_back({copy, thread.batches});
    for (std::int64_t byte = copy.first; byte < copy.first + copy.bytes; byte += word)
        ++pending_[key(copy.object, byte)];
}

void AsyncCopies::commit(int warp, std::uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
        ++threads_[static_cast<std::size_t>(warp * lanes_of_a_warp + std::countr_zero(lanes))].batches;
}

void AsyncCopies::wait(int warp, std::uint32_t lanes, const std::int32_t* latest, std::uint32_t epoch) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        Thread& thread = threads_[static_cast<std::size_t>(warp * lanes_of_a_warp + lane)];
        const auto left = static_cast<std::uint32_t>(std::max(latest[lane], 0));
        const auto is_done = [&](const Pending& each) {
            return each.batch < thread.batches && thread.batches - each.batch > left;
        };
        for (Pending& each : thread.copies) {
            if (!is_done(each)) continue;
            const Copy& copy = each.copy;
            for (std::int64_t byte = copy.first; byte < copy.first + copy.bytes; byte += word) {
                const auto known = pending_.find(key(copy.object, byte));
                if (--known->second == 0) pending_.erase(known);
            }
            completed_.push_back(copy);
            completed_.back().epoch = epoch;
        }
        thread.copies.erase(std::remove_if(thread.copies.begin(), thread.copies.end(), is_done), thread.copies.end());
    }
}

bool AsyncCopies::is_under_way(std::size_t object, std::int64_t first, std::int64_t bytes) const {
    for (std::int64_t byte = first / word * word; byte < first + bytes; byte += word)
        if (pending_.count(key(object, byte)) != 0) return true;
    return false;
}

std::vector<AsyncCopies::Copy> AsyncCopies::take_completed() { return std::exchange(completed_, {}); }

} // namespace warploom::simt
