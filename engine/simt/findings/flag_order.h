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

/// Tracks the happens-before order that fences and flags establish between the memory accesses of a launch, for each
/// thread. Each access has the epoch of its warp, which increases with each barrier and fence. A fence releases all
/// accesses that happen before it: the thread's own accesses, accesses ordered by a barrier or __syncwarp(), and
/// accesses that the thread has acquired from other threads. A write to a flag publishes the released accesses. A
/// thread that reads the flag acquires them at its next fence. Not thread-safe.
class FlagOrder {
public:
    using Epochs = LaneOrder::Epochs;
    /// Identifies a set of memory accesses of one block. For each thread, the set contains all accesses before a
    /// certain epoch. 0 is the empty set.
    using Accesses = std::uint32_t;
    /// The accesses of each block, as a set per block; null if all sets are empty.
    using Known = std::shared_ptr<const std::vector<Accesses>>;
    struct Published {
        Known behind;
        std::int64_t block = 0;
        Accesses own = 0; ///< the published accesses of block `block`
    };
    /// For each flag, the accesses published by writing it. The key is the element_number() of the flag.
    using Flags = std::unordered_map<std::uint64_t, Published>;

    static std::uint64_t element_number(std::size_t object, std::int64_t element) {
        return static_cast<std::uint64_t>(object) << object_shift | static_cast<std::uint64_t>(element);
    }

    explicit FlagOrder(std::int64_t blocks);

    /// Returns the number that identifies a set of accesses. The set contains, for each warp, all accesses before its
    /// epoch in `by_barrier` and, for each lane of `warp`, all accesses before its epoch in `lanes`.
    Accesses accesses(const std::shared_ptr<const std::vector<std::uint32_t>>& by_barrier, int warp,
                      const Epochs& lanes);
    Accesses union_of(const std::vector<Accesses>& sets);
    Known union_of(const std::vector<Known>& sets);
    Known union_of(const Known& a, const Known& b);
    /// Returns all published accesses, as one set per block.
    Known all_of(const Published& published);
    /// Records a write to a flag. An atomic operation adds to the accesses already published; other writes replace
    /// them.
    void publish(Flags& flags, std::uint64_t flag, const Published& by, bool is_atomic);
    bool contains(const Known& known, std::int64_t block, int thread, std::uint32_t epoch) const;

    Flags flags; ///< the flags that all blocks can see

    /// Numbers of the most recent atomic operations on an element.
    struct Changes {
        std::uint64_t last = 0,
                      before = 0; ///< numbers of the last operation and of the last one by another thread; 0 if none
        std::int64_t by = -1;     ///< index of the thread of the last operation within the launch
    };
    /// For each element, the atomic operations whose results are used. The key is the element_number() of the element.
    /// Operations are numbered from 1.
    std::unordered_map<std::uint64_t, Changes> changes;
    std::uint64_t numbered = 0;

private:
    /// A set of accesses of one block. Usually, only the lanes of one warp have different epochs: the warp that
    /// executed the fence.
    struct Set {
        /// For each warp, the epoch before which its accesses belong to the set.
        std::shared_ptr<const std::vector<std::uint32_t>> by_barrier;
        int warp = -1; ///< number of the warp whose lanes have different epochs
        Epochs lanes{};
        /// For each other warp whose lanes have different epochs, the number of the warp and these epochs.
        std::vector<std::pair<int, Epochs>> others;
        bool operator==(const Set&) const = default;
    };
    static constexpr Accesses everything = 1;

    std::size_t place_of(std::int64_t block) const { return is_exact_ ? static_cast<std::size_t>(block) : 0; }
    Accesses add(Set set);
    Accesses pair_of(Accesses a, Accesses b);
    static void include(Set& all, const Set& other);
    static void include(Set& all, int warp, const Epochs& lanes);

    /// Whether blocks are distinguished. Otherwise, a thread that acquires any access is considered ordered after all
    /// accesses of all blocks.
    bool is_exact_;
    /// Access sets, indexed by their number. Number 0 is empty, and number 1 contains all accesses of a block.
    std::vector<Set> sets_{2};
    std::map<std::pair<Accesses, Accesses>, Accesses> unions_;
    // Cached operands and result of the last union, because the lanes of a warp often have the same operands.
    std::array<Known, 3> last_union_;
    Published last_published_;
    Known last_all_;
    std::int64_t kept_ = 0; ///< total number of entries in all published sets
};

/// The threads that a fence affects: all threads (__threadfence()) or only the threads of the block
/// (__threadfence_block()).
enum class FenceScope : std::uint8_t { device, block };

/// Tracks the happens-before order of the threads in a block.
class BlockFlags {
public:
    /// Creates a tracker for a block. If `is_lockstep` is true, the lanes of a warp execute in lockstep, so a fence of
    /// one lane also orders the accesses of the other lanes.
    BlockFlags(FlagOrder& order, std::size_t warps, bool is_lockstep)
        : order_(order), is_lockstep_(is_lockstep), threads_(warps * warp_size) {}

    void begin(std::int64_t block);
    /// Records that lanes of a warp executed a fence, which begins `epoch` of the warp. `order` is the LaneOrder of the
    /// warp.
    void fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const LaneOrder& order, FenceScope scope);
    /// Records that lanes of a warp executed a __syncwarp().
    void meet(int warp, std::uint32_t lanes);
    /// Records a block-level barrier. `epochs` contains the epoch of each warp after the barrier.
    void meet_all(std::vector<std::uint32_t> epochs);
    /// Records a write to the flag with this element_number(). `is_shared` means that the flag is in shared memory.
    void set(int thread, std::uint64_t flag, bool is_atomic, bool is_shared);
    /// Records that lanes of a warp read a flag. `is_at_once` means that the read acquires without a subsequent fence,
    /// like an atomic operation.
    void look(int warp, std::uint32_t lanes, std::uint64_t flag, bool is_at_once);
    /// Returns whether an access by thread `other` of a block, in `epoch` of its warp, happens before the current
    /// access of `thread`. If the earlier access was an atomic operation or a volatile store, `changed_flag` is the
    /// element that it modified. If this block has read that element as a flag, the access is ordered like the accesses
    /// before the last fence that precedes the access.
    bool is_before(std::int64_t block, int other, std::uint32_t epoch, int thread,
                   std::optional<std::uint64_t> changed_flag = {}) const {
        return order_.contains(threads_[static_cast<std::size_t>(thread)].behind, block, other,
                               changed_flag && looked_at_.contains(*changed_flag) ? epoch - 1 : epoch);
    }

    /// Records an atomic operation or a volatile store in `epoch` of the thread's warp. `observes` means that the
    /// result of the atomic operation is used.
    void change(int thread, std::uint64_t element, std::uint32_t epoch, bool observes);
    /// Returns whether all operations on the element so far happen before the current access of `thread`. Atomic
    /// operations on an element are totally ordered. A thread that uses the result of an operation is therefore ordered
    /// after all previous operations, even without a fence. After a barrier, the same is true for the other threads of
    /// the block.
    bool are_changes_before(std::uint64_t element, int thread) const;

    void read(std::uint64_t element, int thread, std::uint32_t epoch) {
        Reads& reads = reads_[element];
        if (reads.count++ == 0) reads.first = {thread, epoch};
        else reads.others.emplace_back(thread, epoch);
    }
    /// Returns whether all reads of an element since the last block-level barrier happen before a write by `thread`.
    /// `now` is the epoch of the writing warp, and `order` is its LaneOrder.
    bool are_reads_before(std::uint64_t element, int thread, std::uint32_t now, const LaneOrder& order) const;
    /// Discards the recorded reads of an element after a write.
    void forget_reads(std::uint64_t element) {
        if (!reads_.empty()) reads_.erase(element);
    }

private:
    template <class T> using ByScope = std::array<T, 2>;
    struct Thread {
        /// Accesses of this block that a thread would publish by writing a flag now.
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
    /// Epoch of each warp after the last block-level barrier.
    std::shared_ptr<const std::vector<std::uint32_t>> barrier_;
    /// Flags that threads of this block have read or written.
    FlagOrder::Flags flags_;
    std::unordered_set<std::uint64_t> looked_at_;
    /// The last operation of the block on an element. Only operations whose results were used count.
    struct Observation {
        int thread = 0;
        std::uint32_t epoch = 0;
        std::uint64_t number = 0; ///< number of the operation, as in FlagOrder::Changes
    };
    std::unordered_map<std::uint64_t, Observation> observed_;
    std::int64_t number_of(int thread) const { return block_ * static_cast<std::int64_t>(threads_.size()) + thread; }
    /// The readers of an element and the epochs of their warps. Most elements are read only once.
    struct Reads {
        int count = 0;
        std::pair<int, std::uint32_t> first;
        std::vector<std::pair<int, std::uint32_t>> others;
    };
    std::unordered_map<std::uint64_t, Reads> reads_;
};

} // namespace warploom::simt
