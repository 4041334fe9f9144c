#pragma once

#include "engine/simulated/block_runner.h"

#include <atomic>
#include <cstdint>
#include <cstring>

#define KERNEL_FN inline
#define SHARED(T, name, n) const auto name = t.shared<T>(#name, n, __COUNTER__)
#define WARPLOOM_PRAGMA(text) _Pragma(#text)
#define UNROLL(n) WARPLOOM_PRAGMA(GCC unroll n)

namespace warploom::kernels::WARPLOOM_TARGET {

using simulated::BlockRunner;

/// How many reads a thread keeps on their way: a host core sees to that by itself and would only pay for the batches.
constexpr int reads_ahead(int) { return 1; }

/// Numbers are what they are.
template <class T> using Number = T;

/// Where a helper was called is of interest to a trace only.
struct CallSite {};
#define CALLED_FROM(site) static_cast<void>(site)

template <class T> struct In {
    const T* data = nullptr;
    T operator[](std::int64_t i) const { return data[i]; }
    T stream(std::int64_t i) const { return data[i]; }
};

template <class T> struct Out {
    T* data = nullptr;
    T& operator[](std::int64_t i) const { return data[i]; }
};

template <class T> using Shared = Out<T>;

/// What a kernel knows of itself. `runner` is null in a phase that declared no meeting point.
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

    void barrier(int line = __builtin_LINE()) const { meeting(line).barrier(thread_, line); }
    void warp_barrier(int line = __builtin_LINE()) const { meeting(line).exchange(thread_, 0, lane(), line); }

    template <class T> T shuffle(T v, int source, int line = __builtin_LINE()) const {
        return exchange(v, source, line);
    }
    template <class T> T shuffle_down(T v, int distance, int width = 32, int line = __builtin_LINE()) const {
        const int source = lane() + distance;
        return exchange(v, source / width == lane() / width ? source : lane(), line);
    }
    template <class T> T shuffle_up(T v, int distance, int width = 32, int line = __builtin_LINE()) const {
        const int source = lane() - distance;
        return exchange(v, source >= lane() / width * width ? source : lane(), line);
    }
    template <class T> T shuffle_xor(T v, int mask, int width = 32, int line = __builtin_LINE()) const {
        const int source = lane() ^ mask;
        return exchange(v, source / width == lane() / width ? source : lane(), line);
    }
    unsigned ballot(bool predicate, int line = __builtin_LINE()) const {
        return meeting(line).ballot(thread_, predicate, line);
    }

    template <class T> Shared<T> shared(const char*, std::size_t count, int key, int line = __builtin_LINE()) const {
        Shared<T> array;
        array.data = static_cast<T*>(meeting(line).shared(key, count * sizeof(T)));
        return array;
    }

private:
    BlockRunner& meeting(int line) const {
        if (runner_ == nullptr) simulated::report_undeclared_meeting(line);
        return *runner_;
    }
    template <class T> T exchange(T v, int source, int line) const {
        static_assert(sizeof(T) <= sizeof(std::uint64_t));
        std::uint64_t bits = 0;
        std::memcpy(&bits, &v, sizeof(T));
        bits = meeting(line).exchange(thread_, bits, source, line);
        std::memcpy(&v, &bits, sizeof(T));
        return v;
    }

    std::int64_t block_;
    int thread_, block_size_;
    BlockRunner* runner_;
};

/// The position of the highest set bit, -1 for 0.
inline int highest_bit(unsigned bits) { return bits == 0 ? -1 : 31 - __builtin_clz(bits); }

/// Blocks run on several host threads at once, so the addition must be atomic here as well.
template <class T> void atomic_add(Out<T> y, std::int64_t i, T v) {
    std::atomic_ref<T>(y.data[i]).fetch_add(v, std::memory_order_relaxed);
}
inline void atomic_min(Out<int> y, std::int64_t i, int v) {
    const std::atomic_ref<int> place(y.data[i]);
    int seen = place.load(std::memory_order_relaxed);
    while (v < seen && !place.compare_exchange_weak(seen, v, std::memory_order_relaxed)) {}
}

/// Blocks of a phase that waits run in their order, so the flag is set; else the wait would have no end.
inline void wait_until_set(Out<int> flags, std::int64_t i, int line = __builtin_LINE()) {
    if (std::atomic_ref<int>(flags.data[i]).load(std::memory_order_acquire) == 0) simulated::report_endless_wait(line);
}
inline void set_flag(Out<int> flags, std::int64_t i) {
    std::atomic_ref<int>(flags.data[i]).store(1, std::memory_order_release);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
