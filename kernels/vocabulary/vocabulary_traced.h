#pragma once

#include "engine/simulated/block_runner.h"
#include "engine/simulated/lane_log.h"
#include "engine/simulated/traced_block.h"
#include "kernels/formats/arrays.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

// The words of kernels/vocabulary/vocabulary.h where every access is written down. The headers above are more than this file needs:
// a kernel may include them after the vocabulary, where loops are no longer plain.

#define KERNEL_FN inline
#define SHARED(T, name, n) const auto name = t.shared<T>(#name, n, __COUNTER__)
#define UNROLL(n) // the marks around a loop leave nothing to unroll
#define CALLED_FROM(site) const ::warploom::simulated::CallFrame called_from(site)

namespace warploom::kernels::WARPLOOM_TARGET {

using simulated::BlockRunner;
using simulated::CallSite;
using simulated::current_lane;
using simulated::Entry;
using simulated::PlacedIndex;

/// How many reads a thread keeps on their way: as many as on the GPU that is shown.
constexpr int reads_ahead(int wanted) { return wanted; }

/// Numbers count what is done with them.
template <class T> using Number = simulated::Counted<T>;

/// Writes down an access, with an entry of its own where it misses the array. Whether it may happen.
inline bool write_down(Entry hit, Entry miss, int array, std::int64_t size, const PlacedIndex& i) {
    const bool is_inside = static_cast<std::uint64_t>(i.index) < static_cast<std::uint64_t>(size);
    if (current_lane != nullptr) current_lane->access(is_inside ? hit : miss, array, i.index, i.line, i.file);
    return is_inside;
}

/// One element of an array that may be written: what is done to it is written down with the line that did it.
template <class T> struct Element {
    T* data;
    std::int64_t size;
    PlacedIndex at;
    int array;

    operator T() const { // NOLINT(google-explicit-constructor): it stands for a T
        return write_down(Entry::load, Entry::load_outside, array, size, at) ? data[at.index] : T(0);
    }
    const Element& operator=(T v) const { // NOLINT: assignment through a proxy
        if (write_down(Entry::store, Entry::store_outside, array, size, at)) data[at.index] = v;
        return *this;
    }
    const Element& operator=(const Element& other) const { return *this = static_cast<T>(other); } // NOLINT
    const Element& operator+=(T v) const { return *this = static_cast<T>(*this) + v; }             // NOLINT
};

template <class T> struct In {
    const T* data = nullptr;
    std::int64_t size = 0; ///< elements
    int array = 0;         ///< the tracer's number for it
    T operator[](PlacedIndex i) const {
        return write_down(Entry::load, Entry::load_outside, array, size, i) ? data[i.index] : T(0);
    }
    T stream(PlacedIndex i) const { return (*this)[i]; }
};

template <class T> struct Out {
    T* data = nullptr;
    std::int64_t size = 0;
    int array = 0;
    Element<T> operator[](PlacedIndex i) const { return {data, size, i, array}; }
};

template <class T> using Shared = Out<T>;

/// What a kernel knows of itself. In a traced block it speaks to its lane; elsewhere to `runner`, which is null in a
/// phase that declared no meeting point.
class Thread {
public:
    Thread(std::int64_t block, int thread, int block_size, BlockRunner* runner)
        : block_(block), thread_(thread), block_size_(block_size), runner_(runner) {}

    int thread() const { return thread_; }
    int block() const { return static_cast<int>(block_); }
    int block_size() const { return block_size_; }
    int lane() const { return thread_ % simulated::warp_size; }
    int warp() const { return thread_ / simulated::warp_size; }
    std::int64_t global_id() const { return block_ * block_size_ + thread_; }

    void barrier(CallSite site = {}) const {
        if (current_lane == nullptr) return runner(site).barrier(thread_, site.line);
        meet(Entry::barrier, 0, 0, site);
    }
    void warp_barrier(CallSite site = {}) const {
        if (current_lane == nullptr) static_cast<void>(runner(site).exchange(thread_, 0, lane(), site.line));
        else meet(Entry::warp_barrier, 0, lane(), site);
    }
    template <class T> T shuffle(T v, int source, CallSite site = {}) const { return exchange(v, source, site); }
    template <class T> T shuffle_down(T v, int distance, int width = 32, CallSite site = {}) const {
        const int source = lane() + distance;
        return exchange(v, source / width == lane() / width ? source : lane(), site);
    }
    template <class T> T shuffle_up(T v, int distance, int width = 32, CallSite site = {}) const {
        const int source = lane() - distance;
        return exchange(v, source >= lane() / width * width ? source : lane(), site);
    }
    template <class T> T shuffle_xor(T v, int mask, int width = 32, CallSite site = {}) const {
        const int source = lane() ^ mask;
        return exchange(v, source / width == lane() / width ? source : lane(), site);
    }
    unsigned ballot(bool predicate, CallSite site = {}) const {
        if (current_lane == nullptr) return runner(site).ballot(thread_, predicate, site.line);
        return static_cast<unsigned>(meet(Entry::ballot, predicate ? 1 : 0, lane(), site));
    }

    template <class T>
    Shared<T> shared(const char* name, std::size_t count, int key, int line = __builtin_LINE()) const {
        const auto size = static_cast<std::int64_t>(count);
        if (current_lane == nullptr) {
            if (runner_ == nullptr) simulated::report_undeclared_meeting(line);
            return {static_cast<T*>(runner_->shared(key, count * sizeof(T))), size, 0};
        }
        const auto part = current_lane->block->shared(key, name, size, sizeof(T), line);
        return {static_cast<T*>(part.data), size, part.array};
    }

private:
    BlockRunner& runner(const CallSite& site) const {
        if (runner_ == nullptr) simulated::report_undeclared_meeting(site.line);
        return *runner_;
    }
    static std::uint64_t meet(Entry e, std::uint64_t given, std::int64_t index, const CallSite& site) {
        current_lane->block->require_meeting(site.line);
        current_lane->given = given;
        return current_lane->meet(e, 0, index, site.line, site.file);
    }
    template <class T> T exchange(T v, int source, const CallSite& site) const {
        static_assert(sizeof(T) <= sizeof(std::uint64_t));
        std::uint64_t bits = 0;
        std::memcpy(&bits, &v, sizeof(T));
        bits = current_lane == nullptr ? runner(site).exchange(thread_, bits, source, site.line)
                                       : meet(Entry::shuffle, bits, source, site);
        std::memcpy(&v, &bits, sizeof(T));
        return v;
    }

    std::int64_t block_;
    int thread_, block_size_;
    BlockRunner* runner_;
};

/// The position of the highest set bit, -1 for 0.
inline int highest_bit(unsigned bits) { return bits == 0 ? -1 : 31 - __builtin_clz(bits); }

/// Blocks run on several host threads at once, so the addition must be atomic here as well. Returns nothing, as in CUDA
/// where nobody asks for the old value.
template <class T> void atomic_add(Out<T> y, PlacedIndex i, T v) {
    constexpr bool counts = requires { v.value; };
    if constexpr (counts)
        if (current_lane != nullptr) current_lane->count_flops(1); // part of this very step
    if (!write_down(Entry::atomic, Entry::atomic_outside, y.array, y.size, i)) return;
    if constexpr (counts) {
        std::atomic_ref(y.data[i.index].value).fetch_add(v.value, std::memory_order_relaxed);
    } else {
        std::atomic_ref<T>(y.data[i.index]).fetch_add(v, std::memory_order_relaxed);
    }
}

inline void atomic_min(Out<int> y, PlacedIndex i, int v) {
    if (!write_down(Entry::atomic, Entry::atomic_outside, y.array, y.size, i)) return;
    const std::atomic_ref<int> place(y.data[i.index]);
    int seen = place.load(std::memory_order_relaxed);
    while (v < seen && !place.compare_exchange_weak(seen, v, std::memory_order_relaxed)) {}
}

/// Blocks of a phase that waits run in their order, and before one of them is traced: a trace shows one look at the flag.
inline void wait_until_set(Out<int> flags, PlacedIndex i) {
    if (!write_down(Entry::load, Entry::load_outside, flags.array, flags.size, i)) return;
    if (std::atomic_ref<int>(flags.data[i.index]).load(std::memory_order_acquire) == 0)
        simulated::report_endless_wait(i.line);
}
inline void set_flag(Out<int> flags, PlacedIndex i) {
    if (!write_down(Entry::store, Entry::store_outside, flags.array, flags.size, i)) return;
    std::atomic_ref<int>(flags.data[i.index]).store(1, std::memory_order_release);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
