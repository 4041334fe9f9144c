#pragma once

#include "engine/simulated/lane_order.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Orders accesses of different warps of a block by flags. What a thread did before a fence happens before what another
/// thread does after it has seen the flag that was set behind that fence, and has passed a fence itself. __syncwarp()
/// passes both on to the lanes that it names. Only for kernels in which threads wait; a barrier of the block makes all
/// of this unnecessary and clears it.
class Handovers {
public:
    using Epochs = simulated::LaneOrder::Epochs;

    void begin(std::size_t warps);
    void clear() { begin(threads_.size() / simulated::warp_size); }
    /// A fence of these lanes of a warp, which begins the epoch; `order`: of that warp.
    void fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const simulated::LaneOrder& order);
    /// A __syncwarp() of these lanes.
    void meet(int warp, std::uint32_t lanes);
    /// `flag`: identifies an element. A plain store ends what an earlier one said.
    void set(int thread, std::uint64_t flag, bool is_atomic);
    void look(int thread, std::uint64_t flag);
    /// Returns whether what another thread did in this epoch of its warp happens before what this thread does now.
    bool is_before(int other, std::uint32_t epoch, int thread) const;

    void read(std::uint64_t element, int thread, std::uint32_t epoch) { reads_[element].emplace_back(thread, epoch); }
    /// Returns whether all reads of the element by other warps happen before this thread's write, and forgets them.
    bool take_reads(std::uint64_t element, int thread);

private:
    using Known = std::map<int, Epochs>; ///< by warp: by lane, what it did before this epoch
    struct Thread {
        Epochs fenced{};    ///< of its own warp: what a flag that it sets covers
        Known behind, seen; ///< seen: until a fence
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
