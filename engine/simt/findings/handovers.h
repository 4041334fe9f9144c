#pragma once

#include "engine/simulated/lane_order.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Tracks the order of accesses of different warps of a block that synchronize by flags. Accesses of a thread before a
/// fence happen before the accesses of another thread that has read the flag set after that fence and then executed a
/// fence itself. __syncwarp() extends this to the lanes in its mask. Used only for kernels with waiting threads; a
/// block barrier makes this information unnecessary and clears it.
class Handovers {
public:
    using Epochs = simulated::LaneOrder::Epochs;

    void begin(std::size_t warps);
    void clear() { begin(threads_.size() / simulated::warp_size); }
    /// Records a fence of these lanes of a warp, which starts the epoch; `order` belongs to that warp.
    void fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const simulated::LaneOrder& order);
    /// Records a __syncwarp() of these lanes.
    void meet(int warp, std::uint32_t lanes);
    /// Records a write to a flag. `flag` identifies an element. A plain store discards earlier values of the flag.
    void set(int thread, std::uint64_t flag, bool is_atomic);
    void look(int thread, std::uint64_t flag);
    /// Returns whether an access by another thread in this epoch of its warp happens before the current access of this
    /// thread.
    bool is_before(int other, std::uint32_t epoch, int thread) const;

    void read(std::uint64_t element, int thread, std::uint32_t epoch) { reads_[element].emplace_back(thread, epoch); }
    /// Returns whether all reads of the element by other warps happen before this thread's write, and removes them.
    bool take_reads(std::uint64_t element, int thread);

private:
    using Known = std::map<int, Epochs>; ///< for each warp and lane: the epoch before which its accesses are visible
    struct Thread {
        Epochs fenced{};    ///< for the thread's own warp: epochs that a flag publishes if it is set now
        Known behind, seen; ///< seen: takes effect at the next fence
    };

    static void include(Epochs& all, const Epochs& others);
    static void include(Known& all, const Known& others);
    Thread& thread_of(int warp, int lane) {
        return threads_[static_cast<std::size_t>(warp * simulated::warp_size + lane)];
    }

    std::vector<Thread> threads_;
    std::unordered_map<std::uint64_t, Known> flags_;
    std::unordered_map<std::uint64_t, std::vector<std::pair<int, std::uint32_t>>> reads_;
};

} // namespace warploom::simt
