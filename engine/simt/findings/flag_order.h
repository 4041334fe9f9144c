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

/// Tracks the happens-before order that fences and flags establish between the accesses of a launch, for every thread
/// separately. An access carries the epoch of its warp, which increases with each barrier and fence. A fence releases
/// what happens before it: the thread's own accesses, accesses that a barrier or __syncwarp() ordered before the fence,
/// and everything that the thread had acquired. Writing a flag publishes what was released; a thread that has read the
/// flag acquires it at its next fence. Not thread-safe.
class FlagOrder {
public:
    using Epochs = LaneOrder::Epochs;
    /// Identifies a set of accesses of one block. The set contains, for each thread, all accesses before a certain
    /// epoch. 0 is the empty set.
    using Accesses = std::uint32_t;
    /// One set of accesses per block; null if all are empty.
    using Known = std::shared_ptr<const std::vector<Accesses>>;
    /// The accesses that a flag publishes.
    struct Published {
        Known behind;
        std::int64_t block = 0; ///< block of the thread that last wrote the flag
        Accesses own = 0;       ///< accesses of the block that last wrote the flag
    };
    using Flags = std::unordered_map<std::uint64_t, Published>; ///< keyed by element_number()

    static std::uint64_t element_number(std::size_t object, std::int64_t element) {
        return static_cast<std::uint64_t>(object) << object_shift | static_cast<std::uint64_t>(element);
    }

    explicit FlagOrder(std::int64_t blocks);

    /// Returns the set that contains the accesses of each warp before its epoch in `by_barrier`, and the accesses of
    /// the lanes of `warp` before their epochs in `lanes`.
    Accesses accesses(const std::shared_ptr<const std::vector<std::uint32_t>>& by_barrier, int warp,
                      const Epochs& lanes);
    Accesses union_of(const std::vector<Accesses>& sets);
    Known union_of(const std::vector<Known>& sets);
    Known union_of(const Known& a, const Known& b);
    /// Returns all accesses that a flag publishes.
    Known all_of(const Published& published);
    /// Records a write to a flag. An atomic operation adds to what the flag already publishes.
    void publish(Flags& flags, std::uint64_t flag, const Published& by, bool is_atomic);
    bool contains(const Known& known, std::int64_t block, int thread, std::uint32_t epoch) const;

    Flags flags; ///< flags that threads of all blocks can see

    /// The order of the atomic operations on one element.
    struct Changes {
        std::uint64_t last = 0, before = 0; ///< last operation, and last one by a different thread; 0: none
        std::int64_t by = -1;               ///< number of the thread that executed the last operation, in the launch
    };
    /// Operations on elements of which a thread has used the result of an operation, by element_number(). Operations
    /// are numbered from 1.
    std::unordered_map<std::uint64_t, Changes> changes;
    std::uint64_t numbered = 0; ///< number of operations so far

private:
    /// In most sets, the epochs of lanes differ within only one warp: the warp that executed the fence.
    struct Set {
        std::shared_ptr<const std::vector<std::uint32_t>> by_barrier; ///< epoch of each warp in the set
        int warp = -1;                                                ///< index of the warp that `lanes` describes
        Epochs lanes{};
        std::vector<std::pair<int, Epochs>> others; ///< other warps whose lanes have different epochs
        bool operator==(const Set&) const = default;
    };
    static constexpr Accesses everything = 1;

    std::size_t place_of(std::int64_t block) const { return is_exact_ ? static_cast<std::size_t>(block) : 0; }
    Accesses add(Set set);
    Accesses pair_of(Accesses a, Accesses b);
    static void include(Set& all, const Set& other);
    static void include(Set& all, int warp, const Epochs& lanes);

    /// If false, blocks are not distinguished: a thread that acquires anything is ordered after all accesses of other
    /// blocks and of its own block.
    bool is_exact_;
    std::vector<Set> sets_{2}; ///< all sets; the first two are the empty set and `everything`
    std::map<std::pair<Accesses, Accesses>, Accesses> unions_;
    // Caches the last operands and their result, because the lanes of a warp often have the same operands.
    std::array<Known, 3> last_union_;
    Published last_published_;
    Known last_all_;
    std::int64_t kept_ = 0; ///< total size of all published sets
};

/// Selects the threads for which a fence orders memory: __threadfence() or __threadfence_block().
enum class FenceScope : std::uint8_t { device, block };

/// The happens-before state of the threads of a block.
class BlockFlags {
public:
    /// Starts a block. `is_lockstep`: whether the lanes of a warp execute in lockstep, so that a fence also orders the
    /// accesses of the other lanes.
    BlockFlags(FlagOrder& order, std::size_t warps, bool is_lockstep)
        : order_(order), is_lockstep_(is_lockstep), threads_(warps * warp_size) {}

    void begin(std::int64_t block);
    /// Records a fence of these lanes, which starts `epoch`. `order` is the LaneOrder of their warp.
    void fence(int warp, std::uint32_t lanes, std::uint32_t epoch, const LaneOrder& order, FenceScope scope);
    /// Records a __syncwarp() of these lanes.
    void meet(int warp, std::uint32_t lanes);
    /// Records a barrier of the block, after which the warps are in these epochs.
    void meet_all(std::vector<std::uint32_t> epochs);
    /// Records a write to a flag, identified by its element_number(). `is_shared`: whether the flag is in shared
    /// memory.
    void set(int thread, std::uint64_t flag, bool is_atomic, bool is_shared);
    /// Records a read of a flag by lanes of a warp. `is_at_once`: whether the read acquires without a fence, like the
    /// result of an atomic operation.
    void look(int warp, std::uint32_t lanes, std::uint64_t flag, bool is_at_once);
    /// Returns whether an access by thread `other` of any block, in this epoch of its warp, happens before the current
    /// access of `thread`. `changed_flag`: the element, if that access was an atomic operation or a volatile store. If
    /// the element is a flag that this block has read, the access is ordered like the accesses before the preceding
    /// fence.
    bool is_before(std::int64_t block, int other, std::uint32_t epoch, int thread,
                   std::optional<std::uint64_t> changed_flag = {}) const {
        return order_.contains(threads_[static_cast<std::size_t>(thread)].behind, block, other,
                               changed_flag && looked_at_.contains(*changed_flag) ? epoch - 1 : epoch);
    }

    /// Records an atomic operation or a volatile store in `epoch` of the thread's warp. `observes`: whether it is an
    /// atomic operation whose result is used.
    void change(int thread, std::uint64_t element, std::uint32_t epoch, bool observes);
    /// Returns whether all operations on the element so far happen before the current access of `thread`. Atomic
    /// operations on one element are totally ordered, so a thread that uses the result of one of them is ordered after
    /// all previous ones, without a fence. A barrier orders the other threads of the block after them, too.
    bool are_changes_before(std::uint64_t element, int thread) const;

    void read(std::uint64_t element, int thread, std::uint32_t epoch) {
        Reads& reads = reads_[element];
        if (reads.count++ == 0) reads.first = {thread, epoch};
        else reads.others.emplace_back(thread, epoch);
    }
    /// Returns whether all reads of the element since the last barrier of the block happen before a write of this
    /// thread in epoch `now` of its warp. `order` is the LaneOrder of that warp.
    bool are_reads_before(std::uint64_t element, int thread, std::uint32_t now, const LaneOrder& order) const;
    /// Discards the recorded reads of an element, because the element is being written.
    void forget_reads(std::uint64_t element) {
        if (!reads_.empty()) reads_.erase(element);
    }

private:
    /// Indexed by FenceScope: threads of all blocks, or threads of this block.
    template <class T> using ByScope = std::array<T, 2>;
    struct Thread {
        /// accesses of this block that writing a flag would publish at this point
        ByScope<FlagOrder::Accesses> fenced{};
        FlagOrder::Known behind;
        ByScope<FlagOrder::Known> seen; ///< accesses that are acquired at the next fence
        bool operator==(const Thread&) const = default;
    };

    Thread& thread_of(int warp, int lane) { return threads_[static_cast<std::size_t>(warp * warp_size + lane)]; }
    void join(std::span<Thread* const> threads);

    FlagOrder& order_;
    bool is_lockstep_;
    std::int64_t block_ = 0;
    std::vector<Thread> threads_;
    std::shared_ptr<const std::vector<std::uint32_t>> barrier_; ///< epoch of each warp after the last barrier
    /// flags that the threads of this block have read or written
    FlagOrder::Flags flags_;
    std::unordered_set<std::uint64_t> looked_at_;
    /// The last operation of the block on an element whose result is used.
    struct Observation {
        int thread = 0;
        std::uint32_t epoch = 0;
        std::uint64_t number = 0; ///< see FlagOrder::Changes
    };
    std::unordered_map<std::uint64_t, Observation> observed_;
    std::int64_t number_of(int thread) const { return block_ * static_cast<std::int64_t>(threads_.size()) + thread; }
    /// The threads that have read an element, and the epochs of their warps. Most elements are read only once.
    struct Reads {
        int count = 0;
        std::pair<int, std::uint32_t> first;
        std::vector<std::pair<int, std::uint32_t>> others;
    };
    std::unordered_map<std::uint64_t, Reads> reads_;
};

} // namespace warploom::simt
