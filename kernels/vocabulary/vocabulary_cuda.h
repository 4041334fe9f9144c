#pragma once

#include <cstdint>

#define KERNEL_FN __device__ __forceinline__
#define SHARED(T, name, n) __shared__ T name[n]
#define WARPLOOM_PRAGMA(text) _Pragma(#text)
#define UNROLL(n) WARPLOOM_PRAGMA(unroll n)

namespace warploom::kernels::WARPLOOM_TARGET {

/// How many reads a thread keeps on their way: as many as the kernel asks for.
__host__ __device__ constexpr int reads_ahead(int wanted) { return wanted; }

/// Where a helper was called is of interest to a trace only.
struct CallSite {};
#define CALLED_FROM(site) static_cast<void>(site)

/// Read-only global memory. A plain load: the compiler sees what it is, and lays out a loop so that many are on their way
/// at a time. (`__ldg` is a piece of assembly to it, of which it keeps only 3 or 4 in flight.)
template <class T> struct In {
    const T* data = nullptr;
    KERNEL_FN T operator[](std::int64_t i) const { return data[i]; }
    /// For values that are read once: leaves the cache to those that are read again (x).
    KERNEL_FN T stream(std::int64_t i) const { return __ldcs(data + i); }
};

template <class T> struct Out {
    T* data = nullptr;
    KERNEL_FN T& operator[](std::int64_t i) const { return data[i]; }
};

template <class T> using Shared = T*;

struct Thread {
    KERNEL_FN int thread() const { return static_cast<int>(threadIdx.x); }
    KERNEL_FN int block() const { return static_cast<int>(blockIdx.x); }
    KERNEL_FN int block_size() const { return static_cast<int>(blockDim.x); }
    KERNEL_FN int lane() const { return static_cast<int>(threadIdx.x % 32); }
    KERNEL_FN int warp() const { return static_cast<int>(threadIdx.x / 32); }
    KERNEL_FN std::int64_t global_id() const {
        return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    }

    KERNEL_FN void barrier() const { __syncthreads(); }
    KERNEL_FN void warp_barrier() const { __syncwarp(); }
    template <class T> KERNEL_FN T shuffle(T v, int lane) const { return __shfl_sync(0xffffffffu, v, lane); }
    template <class T> KERNEL_FN T shuffle_down(T v, int distance, int width = 32) const {
        return __shfl_down_sync(0xffffffffu, v, distance, width);
    }
    template <class T> KERNEL_FN T shuffle_up(T v, int distance, int width = 32) const {
        return __shfl_up_sync(0xffffffffu, v, distance, width);
    }
    template <class T> KERNEL_FN T shuffle_xor(T v, int mask, int width = 32) const {
        return __shfl_xor_sync(0xffffffffu, v, mask, width);
    }
    KERNEL_FN unsigned ballot(bool predicate) const { return __ballot_sync(0xffffffffu, predicate); }
};

/// The position of the highest set bit, -1 for 0.
KERNEL_FN int highest_bit(unsigned bits) { return 31 - __clz(static_cast<int>(bits)); }

template <class T> KERNEL_FN void atomic_add(Out<T> y, std::int64_t i, T v) { atomicAdd(y.data + i, v); }
KERNEL_FN void atomic_min(Out<int> y, std::int64_t i, int v) { atomicMin(y.data + i, v); }
/// The fences make sure that whoever sees the flag sees what was written before it was set.
KERNEL_FN void wait_until_set(Out<int> flags, std::int64_t i) {
    const volatile int* const flag = flags.data + i;
    while (*flag == 0) {}
    __threadfence();
}
KERNEL_FN void set_flag(Out<int> flags, std::int64_t i) {
    __threadfence();
    *const_cast<volatile int*>(flags.data + i) = 1;
}
template <class T> KERNEL_FN void atomic_add(T* shared, std::int64_t i, T v) { atomicAdd(shared + i, v); }

} // namespace warploom::kernels::WARPLOOM_TARGET
