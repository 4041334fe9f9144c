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

/// Tracks the happens-before order that fences and flags establish between the accesses of a launch. The order is
/// tracked for each thread. Each access has the epoch of its warp, which increases with each barrier and fence. A fence
/// releases all accesses that happen before it: those of the thread itself, those that a barrier or __syncwarp()
/// ordered before the fence, and those that the thread has acquired. Writing a flag publishes what the thread has
/// released. A thread that has read the flag acquires it at its next fence. Not thread-safe.
class FlagOrder {
public:
    using Epochs = LaneOrder::Epochs;
    /// Identifies a set of accesses of one block. For each thread, the set contains all accesses before a certain
    /// epoch. 0 is the empty set.
    using Accesses = std::uint32_t;
    /// One set of accesses per block; null if all of them are empty.
    using Known = std::shared_ptr<const std::vector<Accesses>>;
    /// The accesses that a flag publishes.
    struct Published {
        Known behind;
        std::int64_t block = 0; ///< block of the thread that last wrote the flag
        Accesses own = 0;       ///< accesses of the block that last wrote the flag
    };
    using Flags = std::unordered_map<std::uint64_t, Published>; ///< published accesses by element_number() of the flag

    static std::uint64_t element_number(std::size_t object, std::int64_t element) {
        return static_cast<std::uint64_t>(object) << object_shift | static_cast<std::uint64_t>(element);
    }

    explicit FlagOrder(std::int64_t blocks);

    /// Returns a set with the accesses of each warp before its epoch in `by_barrier`, and the accesses of each lane of
    /// `warp` before its epoch in `lanes`.
    Accesses accesses(const std::shared_ptr<const std::vector<std::uint32_t>>& by_barrier, int warp,
                      const Epochs& lanes);
    Accesses union_of(const std::vector<Accesses>& sets);
    Known union_of(const std::vector<Known>& sets);
    Known union_of(const Known& a, const Known& b);
    /// Returns all accesses that a flag publishes.
    Known all_of(const Published& published);
    /// Records a write to a flag. An atomic operation adds to the accesses that the flag already publishes; other
    /// writes replace them.
    void publish(Flags& flags, std::uint64_t flag, const Published& by, bool is_atomic);
    bool contains(const Known& known, std::int64_t block, int thread, std::uint32_t epoch) const;

    Flags flags; ///< flags that are visible to all blocks

private:
    /// In most sets, only the lanes of one warp have different epochs: the warp that executed the fence.
    struct Set {
        std::shared_ptr<const std::vector<std::uint32_t>> by_barrier; ///< epoch of each warp in the set
        int warp = -1;                                                ///< warp that `lanes` describes
        Epochs lanes{};
        std::vector<std::pair<int, Epochs>> others; ///< further warps whose lanes have different epochs
        bool operator==(const Set&) const = default;
    };
    static constexpr Accesses everything = 1;

    std::size_t place_of(std::int64_t block) const { return is_exact_ ? static_cast<std::size_t>(block) : 0; }
    Accesses add(Set set);
    Accesses pair_of(Accesses a, Accesses b);
    static void include(Set& all, const Set& other);
    static void include(Set& all, int warp, const Epochs& lanes);

    /// Whether blocks are distinguished. If not, a thread that acquires any access is considered to be ordered after
    /// all accesses of all blocks.
    bool is_exact_;
    std::vector<Set> sets_{2}; ///< set 0 is the empty set, and set 1 is `everything`
    std::map<std::pair<Accesses, Accesses>, Accesses> unions_;
    // Cached operands and result of the last union, because the lanes of a warp often have the same operands.
    std::array<Known, 3> last_union_;
    Published last_published_;
    Known last_all_;
    std::int64_t kept_ = 0; ///< total size of all published sets
};

/// The threads for which a fence orders memory accesses: all threads (__threadfence()) or the threads of a block
/// (__threadfence_block()).
enum class FenceScope : std::uint8_t { device, block };

/// The happens-before state of the threads in a block.
class BlockFlags {
public:
    /// Creates the state. `is_lockstep` states whether the lanes of a warp execute in lockstep. If so, a fence also
    /// orders the accesses of the other lanes.
    BlockFlags(FlagOrder& order, std::size_t warps, bool is_lockstep)
        : order_(order), is_lockstep_(is_lockstep), threads_(warps * warp_size) {}

    void begin(std::int64_t block);
    /// Records that these lanes executed a fence, which starts `epoch`. `order` is the LaneOrder of their warp.
    void fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const LaneOrder& order, FenceScope scope);
    /// Records that these lanes executed a __syncwarp().
    void meet(int warp, std::uint32_t lanes);
    /// Records a barrier of the block. `epochs` contains the epoch of each warp after the barrier.
    void meet_all(std::vector<std::uint32_t> epochs);
    /// Records a write to a flag. `flag` is the element_number() of the flag. `is_shared` states whether the flag is in
    /// shared memory.
    void set(int thread, std::uint64_t flag, bool is_atomic, bool is_shared);
    /// Records that these lanes read a flag. `is_at_once` states whether the read acquires without a fence, like the
    /// result of an atomic operation.
    void look(int warp, std::uint32_t lanes, std::uint64_t flag, bool is_at_once);
    /// Returns whether an earlier access happens before the current access of `thread`. The earlier access was made by
    /// thread `other` of a block, in this epoch of its warp. If it was an atomic operation or a volatile store,
    /// `changed_flag` is the element. If this block has read the element as a flag, the access is ordered like the
    /// accesses before the preceding fence.
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
    /// Returns whether all reads of the element since the last barrier of the block happen before a write by `thread`
    /// in epoch `now` of its warp. `order` is the LaneOrder of the warp.
    bool are_reads_before(std::uint64_t element, int thread, std::uint32_t now, const LaneOrder& order) const;
    /// Discards the recorded reads of an element. Called when the element is written.
    void forget_reads(std::uint64_t element) {
        if (!reads_.empty()) reads_.erase(element);
    }

private:
    /// One value for each FenceScope: for threads of all blocks, and for threads of this block.
    template <class T> using ByScope = std::array<T, 2>;
    struct Thread {
        /// Accesses of this block that the thread would publish if it wrote a flag now.
        ByScope<FlagOrder::Accesses> fenced{};
        FlagOrder::Known behind;
        ByScope<FlagOrder::Known> seen; ///< accesses that the thread acquires at its next fence
        bool operator==(const Thread&) const = default;
    };

    Thread& thread_of(int warp, int lane) { return threads_[static_cast<std::size_t>(warp * warp_size + lane)]; }
    void join(std::span<Thread* const> threads);

    FlagOrder& order_;
    bool is_lockstep_;
    std::int64_t block_ = 0;
    std::vector<Thread> threads_;
    std::shared_ptr<const std::vector<std::uint32_t>> barrier_; ///< epoch of each warp after the last barrier
    /// Flags that threads of this block have read or written.
    FlagOrder::Flags flags_;
    std::unordered_set<std::uint64_t> looked_at_;
    /// The threads that have read an element, with the epochs of their warps. Most elements are read only once.
    struct Reads {
        int count = 0;
        std::pair<int, std::uint32_t> first;
        std::vector<std::pair<int, std::uint32_t>> others;
    };
    std::unordered_map<std::uint64_t, Reads> reads_;
};

} // namespace warploom::simt
