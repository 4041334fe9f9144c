#pragma once

#include "engine/simt/trace/trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>

namespace warploom::simt {

/// Tracks the happens-before order between the accesses of the lanes of a warp. Within a warp, only __syncwarp(mask)
/// and __syncthreads() order memory, and __syncwarp(mask) orders only the lanes in its mask. An access carries the
/// epoch of its warp: the number of barriers that any of its lanes have passed. As long as every barrier includes all
/// lanes, comparing epochs is sufficient. After a barrier of only some lanes, each lane has a vector clock until the
/// next barrier of all lanes.
class LaneOrder {
public:
    using Epochs = std::array<std::uint32_t, warp_size>; ///< one epoch per lane; 0 means never

    /// Records a barrier of all lanes.
    void meet_all() {
        if (!is_partial_) return;
        is_partial_ = false;
        reads_.clear();
    }
    /// Records a barrier of these lanes, which orders their accesses before `epoch`.
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
    /// Returns whether the last barrier included only some of the lanes.
    bool is_partial() const { return is_partial_; }
    /// Returns the epoch that began with the last barrier of all lanes. Requires is_partial().
    std::uint32_t first() const { return first_; }
    /// Returns whether the accesses of lane `other` in this epoch happen before the current access of `lane`. Requires
    /// is_partial().
    bool is_before(int other, std::uint32_t epoch, int lane) const {
        return epoch < before_[static_cast<std::size_t>(lane)][static_cast<std::size_t>(other)];
    }

    /// Returns the vector clock of a lane: for each lane, the epoch before which all of its accesses happen before the
    /// current access of `lane`. Requires is_partial().
    const Epochs& before(int lane) const { return before_[static_cast<std::size_t>(lane)]; }

    /// Returns, for each lane, the epoch in which it last read an element. Sets `is_new` if the element was not tracked
    /// before. `key` identifies the element among all elements that the warp can access.
    Epochs& reads(std::uint64_t key, bool& is_new) {
        const auto [place, added] = reads_.try_emplace(key);
        is_new = added;
        return place->second;
    }
    /// Discards the recorded reads, because elements have been renumbered.
    void forget_reads() { reads_.clear(); }

private:
    static std::size_t first_lane(std::uint32_t lanes) { return static_cast<std::size_t>(std::countr_zero(lanes)); }

    bool is_partial_ = false;
    std::uint32_t first_ = 0;
    /// Vector clock of each lane: for each other lane, the epoch before which its accesses happen before the lane's own
    /// accesses.
    std::array<Epochs, warp_size> before_{};
    std::unordered_map<std::uint64_t, Epochs> reads_;
};

} // namespace warploom::simt
