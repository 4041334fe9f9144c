#pragma once

#include "engine/simt/trace/trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>

namespace warploom::simt {

/// Tracks the happens-before order between the memory accesses of the lanes in a warp. Within a warp, only
/// __syncthreads() and __syncwarp(mask) order accesses, and __syncwarp(mask) affects only the lanes in its mask. The
/// epoch of an access is the number of barriers that any lane of its warp has passed. As long as all lanes take part in
/// every barrier, comparing epochs is sufficient. After a barrier of only some lanes, each lane has a vector clock
/// until the next barrier of all lanes.
class LaneOrder {
public:
    using Epochs = std::array<std::uint32_t, warp_size>; ///< for each lane, an epoch; 0 means that there is none

    void meet_all() {
        if (!is_partial_) return;
        is_partial_ = false;
        reads_.clear();
    }
    /// Records a barrier in which only some lanes take part. Their accesses before the barrier happen before `epoch`.
    void meet(std::uint32_t lanes, std::uint32_t epoch) {
        if (!is_partial_) {
            is_partial_ = true;
            first_ = epoch - 1;
            for (Epochs& lane : before_) lane.fill(first_);
        }
        Epochs joined{};
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            const Epochs& known = before_[first_lane(rest)];
            for (std::size_t l = 0; l < joined.size(); ++l) joined[l] = std::max(joined[l], known[l]);
        }
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) joined[first_lane(rest)] = epoch;
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) before_[first_lane(rest)] = joined;
    }
    /// Returns whether the last barrier included only some lanes.
    bool is_partial() const { return is_partial_; }
    /// Returns the epoch that began with the last barrier of all lanes. Requires is_partial().
    std::uint32_t first() const { return first_; }
    /// Returns whether accesses of lane `other` in this epoch happen before the current access of `lane`. Requires
    /// is_partial().
    bool is_before(int other, std::uint32_t epoch, int lane) const {
        return epoch < before_[static_cast<std::size_t>(lane)][static_cast<std::size_t>(other)];
    }

    /// Returns the vector clock of `lane`: accesses of lane l before epoch before(lane)[l] happen before its current
    /// access. Requires is_partial().
    const Epochs& before(int lane) const { return before_[static_cast<std::size_t>(lane)]; }

    /// Returns the epochs of the last read of an element by each lane. `key` identifies the element for this warp. Sets
    /// `is_new` if the element has not been tracked before.
    Epochs& reads(std::uint64_t key, bool& is_new) {
        const auto [place, added] = reads_.try_emplace(key);
        is_new = added;
        return place->second;
    }
    /// Discards all recorded reads, because the keys of elements have changed.
    void forget_reads() { reads_.clear(); }

private:
    static std::size_t first_lane(std::uint32_t lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }

    bool is_partial_ = false;
    std::uint32_t first_ = 0;
    /// The vector clock of each lane. It contains an epoch for every other lane. Accesses of the other lane before this
    /// epoch happen before the current access of the lane that has the clock.
    std::array<Epochs, warp_size> before_{};
    std::unordered_map<std::uint64_t, Epochs> reads_;
};

} // namespace warploom::simt
