#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/findings/lane_order.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Tracks which accesses of a launch happen before which others through fences and flags, for every thread on its own.
/// Accesses carry the epoch of their warp, which grows with its barriers and fences. A thread releases what happens
/// before its last fence: its own accesses, those that a barrier or __syncwarp() ordered before the fence, and all
/// that it had acquired. Writing a flag publishes this; a thread that has read the flag acquires it with its next
/// fence. Not thread-safe.
class FlagOrder {
public:
    using Epochs = LaneOrder::Epochs;
    /// Identifies a set of accesses of one block: for each of its threads, the epoch before which its accesses belong
    /// to the set. 0 is the empty set.
    using Accesses = std::uint32_t;
    /// Sets of accesses by block; null if there are none.
    using Known = std::shared_ptr<const std::vector<Accesses>>;
    /// The writes that a flag publishes.
    struct Published {
        Known behind;
        std::int64_t block = 0; ///< the block of the thread that wrote the flag last
        Accesses own = 0;       ///< accesses of that block
    };
    using Flags = std::unordered_map<std::uint64_t, Published>; ///< by element_number()

    static std::uint64_t element_number(std::size_t object, std::int64_t element) {
        return static_cast<std::uint64_t>(object) << object_shift | static_cast<std::uint64_t>(element);
    }

    explicit FlagOrder(std::int64_t blocks);

    /// Returns the set that contains all accesses of each warp before `by_barrier`, and those of one warp's lanes
    /// before `lanes`.
    Accesses accesses(const std::shared_ptr<const std::vector<std::uint32_t>>& by_barrier, int warp,
                      const Epochs& lanes);
    Accesses union_of(const std::vector<Accesses>& sets);
    Known union_of(const std::vector<Known>& sets);
    Known union_of(const Known& a, const Known& b);
    /// Returns everything that a flag publishes.
    Known all_of(const Published& published);
    /// Records a write to a flag. An atomic operation adds to what the flag published before.
    void publish(Flags& flags, std::uint64_t flag, const Published& by, bool is_atomic);
    bool contains(const Known& known, std::int64_t block, int thread, std::uint32_t epoch) const;

    Flags flags; ///< flags that are visible to all blocks

private:
    /// Most sets have lanes of only one warp that differ, the one that fenced.
    struct Set {
        std::shared_ptr<const std::vector<std::uint32_t>> by_barrier; ///< by warp
        int warp = -1;                                                ///< the warp of `lanes`
        Epochs lanes{};
        std::vector<std::pair<int, Epochs>> others; ///< other warps whose lanes differ
        bool operator==(const Set&) const = default;
    };
    static constexpr Accesses everything = 1;

    std::size_t place_of(std::int64_t block) const { return is_exact_ ? static_cast<std::size_t>(block) : 0; }
    Accesses add(Set set);
    Accesses pair_of(Accesses a, Accesses b);
    static void include(Set& all, const Set& other);
    static void include(Set& all, int warp, const Epochs& lanes);

    /// If false, a thread that acquires anything is ordered after all accesses of other blocks and of its own.
    bool is_exact_;
    std::vector<Set> sets_{2}; ///< the first two are empty and `everything`
    std::map<std::pair<Accesses, Accesses>, Accesses> unions_;
    // The last operands and their result, because the lanes of a warp often ask alike.
    std::array<Known, 3> last_union_;
    Published last_published_;
    Known last_all_;
    std::int64_t kept_ = 0; ///< numbers in all published sets
};

/// Memory that a fence orders: for the threads of all blocks, or only for those of its own block.
enum class FenceScope : std::uint8_t { device, block };

/// The state of a block's threads for FlagOrder.
class BlockFlags {
public:
    /// `is_lockstep`: the lanes of a warp execute together, so that each also orders the accesses of the others.
    BlockFlags(FlagOrder& order, std::size_t warps, bool is_lockstep)
        : order_(order), is_lockstep_(is_lockstep), threads_(warps * warp_size) {}

    void begin(std::int64_t block);
    /// Records a fence of these lanes of a warp, which starts the epoch; `order` belongs to that warp.
    void fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const LaneOrder& order, FenceScope scope);
    /// Records a __syncwarp() of these lanes.
    void meet(int warp, std::uint32_t lanes);
    /// Records a barrier of the block, after which the warps are in these epochs.
    void meet_all(std::vector<std::uint32_t> epochs);
    /// Records a write to a flag, which identifies an element. `is_shared`: it is in shared memory.
    void set(int thread, std::uint64_t flag, bool is_atomic, bool is_shared);
    /// Records a read of a flag by lanes of a warp. `is_at_once`: the read needs no fence, as with the result of an
    /// atomic operation.
    void look(int warp, std::uint32_t lanes, std::uint64_t flag, bool is_at_once);
    /// Returns whether an access by a thread of any block in this epoch of its warp happens before the current access
    /// of this thread. `changed_flag`: the element that it changed by an atomic operation or a volatile store. If it is
    /// a flag that this block has read, the change is ordered like the accesses before the fence.
    bool is_before(std::int64_t block, int other, std::uint32_t epoch, int thread,
                   std::optional<std::uint64_t> changed_flag = {}) const {
        return order_.contains(threads_[static_cast<std::size_t>(thread)].behind, block, other,
                               changed_flag && looked_at_.contains(*changed_flag) ? epoch - 1 : epoch);
    }

    void read(std::uint64_t element, int thread, std::uint32_t epoch) {
        Reads& reads = reads_[element];
        if (reads.count++ == 0) reads.first = {thread, epoch};
        else reads.others.emplace_back(thread, epoch);
    }
    /// Returns whether all reads of the element since the last barrier of the block happen before a write that this
    /// thread makes in the epoch `now` of its warp; `order` belongs to that warp.
    bool are_reads_before(std::uint64_t element, int thread, std::uint32_t now, const LaneOrder& order) const;
    /// Discards the reads of an element that is written.
    void forget_reads(std::uint64_t element) {
        if (!reads_.empty()) reads_.erase(element);
    }

private:
    /// By FenceScope: what reaches threads of all blocks, and what reaches threads of this block.
    template <class T> using ByScope = std::array<T, 2>;
    struct Thread {
        ByScope<FlagOrder::Accesses> fenced{}; ///< accesses of the block that a flag publishes if it is written now
        FlagOrder::Known behind;
        ByScope<FlagOrder::Known> seen; ///< takes effect at the next fence
        bool operator==(const Thread&) const = default;
    };

    Thread& thread_of(int warp, int lane) { return threads_[static_cast<std::size_t>(warp * warp_size + lane)]; }
    void join(std::span<Thread* const> threads);

    FlagOrder& order_;
    bool is_lockstep_;
    std::int64_t block_ = 0;
    std::vector<Thread> threads_;
    std::shared_ptr<const std::vector<std::uint32_t>> barrier_; ///< epochs of the warps behind the last barrier
    FlagOrder::Flags flags_;                                    ///< flags as the threads of this block see them
    std::unordered_set<std::uint64_t> looked_at_;
    /// Threads that read an element, and the epochs of their warps. Most elements are read once.
    struct Reads {
        int count = 0;
        std::pair<int, std::uint32_t> first;
        std::vector<std::pair<int, std::uint32_t>> others;
    };
    std::unordered_map<std::uint64_t, Reads> reads_;
};

} // namespace warploom::simt
