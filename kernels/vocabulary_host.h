#pragma once

#include "engine/simulated/block_runner.h"
#include "engine/simulated/recorder.h"

#include <atomic>
#include <cstdint>
#include <cstring>

#define KERNEL_FN inline
#define SHARED(T, name, n) const auto name = t.shared<T>(#name, n, __COUNTER__)
#define WARPLOOM_PRAGMA(text) _Pragma(#text)
#define UNROLL(n) WARPLOOM_PRAGMA(GCC unroll n)

// Only the traced target pays for recording; the choice is made when the file is compiled.
#ifdef WARPLOOM_TRACED
#define WARPLOOM_INDEX ::warploom::simulated::LineIndex
#else
#define WARPLOOM_INDEX std::int64_t
#endif

namespace warploom::kernels::WARPLOOM_TARGET {

using simulated::Access;
using simulated::BlockRunner;

/// How many reads a thread keeps on their way. A host core sees to that by itself and would only pay for the
/// batches; the traced target shows what the GPU does.
constexpr int reads_ahead([[maybe_unused]] int wanted) {
#ifdef WARPLOOM_TRACED
    return wanted;
#else
    return 1;
#endif
}

#ifdef WARPLOOM_TRACED

/// One element of a recorded array: reading and writing it are reported with the line that did it.
template <class T> struct Element {
    T* data;
    std::int64_t index;
    int array, line;

    operator T() const { // NOLINT(google-explicit-constructor): it stands for a T
        simulated::record(Access::load, array, index, sizeof(T), line);
        return data[index];
    }
    const Element& operator=(T v) const { // NOLINT: assignment through a proxy
        simulated::record(Access::store, array, index, sizeof(T), line);
        data[index] = v;
        return *this;
    }
    const Element& operator=(const Element& other) const { return *this = static_cast<T>(other); } // NOLINT
    const Element& operator+=(T v) const { return *this = static_cast<T>(*this) + v; }             // NOLINT
};

template <class T> struct In {
    const T* data = nullptr;
    int array = 0; ///< the recorder's number for it
    T operator[](WARPLOOM_INDEX i) const {
        simulated::record(Access::load, array, i.index, sizeof(T), i.line);
        return data[i.index];
    }
    T stream(WARPLOOM_INDEX i) const { return (*this)[i]; }
};

template <class T> struct Out {
    T* data = nullptr;
    int array = 0;
    Element<T> operator[](WARPLOOM_INDEX i) const { return {data, i.index, array, i.line}; }
};

template <class T> struct Shared {
    T* data = nullptr;
    int array = 0;
    Element<T> operator[](WARPLOOM_INDEX i) const { return {data, i.index, array, i.line}; }
};

#else

template <class T> struct In {
    const T* data = nullptr;
    T operator[](std::int64_t i) const { return data[i]; }
    T stream(std::int64_t i) const { return data[i]; }
};

template <class T> struct Out {
    T* data = nullptr;
    T& operator[](std::int64_t i) const { return data[i]; }
};

template <class T> struct Shared {
    T* data = nullptr;
    T& operator[](std::int64_t i) const { return data[i]; }
};

#endif

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

    void barrier(int line = __builtin_LINE()) const {
        simulated::record(Access::barrier, 0, 0, 0, line);
        meeting(line).barrier(thread_, line);
    }
    void warp_barrier(int line = __builtin_LINE()) const { meeting(line).exchange(thread_, 0, lane(), line); }

    template <class T> T shuffle(T v, int source, int line = __builtin_LINE()) const { return exchange(v, source, line); }
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
        simulated::record(Access::ballot, 0, 0, 0, line);
        return meeting(line).ballot(thread_, predicate, line);
    }

    template <class T> Shared<T> shared(const char* name, std::size_t count, int key, int line = __builtin_LINE()) const {
        Shared<T> array;
        array.data = static_cast<T*>(meeting(line).shared(key, count * sizeof(T)));
#ifdef WARPLOOM_TRACED
        array.array = simulated::shared_array(name, sizeof(T));
#else
        static_cast<void>(name);
#endif
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
        simulated::record(Access::shuffle, 0, source, sizeof(T), line);
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
template <class T> void atomic_add(Out<T> y, std::int64_t i, T v, [[maybe_unused]] int line = __builtin_LINE()) {
#ifdef WARPLOOM_TRACED
    simulated::record(Access::atomic, y.array, i, sizeof(T), line);
#endif
    std::atomic_ref<T>(y.data[i]).fetch_add(v, std::memory_order_relaxed);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
