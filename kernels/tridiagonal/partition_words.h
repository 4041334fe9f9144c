#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "kernels/vocabulary/vocabulary.h"

// Words that the partition method needs beside those of the vocabulary, in the three targets.

namespace warploom::kernels::WARPLOOM_TARGET {

#if defined(__CUDACC__)

/// Orders as |v| does, up to 20 bits of a double's fraction: what looks equal differs by less than a millionth, so a pivot
/// chosen by it leaves no multiplier above 1.000001. What is not finite is the largest.
KERNEL_FN int magnitude(double v) { return __double2hiint(v) & 0x7fffffff; }
KERNEL_FN int magnitude(float v) { return __float_as_int(v) & 0x7fffffff; }

/// The magnitude below which a number is 0, or so near to it that it has no reciprocal.
KERNEL_FN int least_pivot(double) { return 0x00100000; }
KERNEL_FN int least_pivot(float) { return 0x00800000; }

/// 1 / v within an ulp or two: a division would go the long way round for what is no normal number.
KERNEL_FN double reciprocal(double v) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(v)); // 20 bits; the error to the third power is below 2^-60
    const double error = fma(-v, r, 1.0);
    return fma(r, fma(error, error, error), r);
}
KERNEL_FN float reciprocal(float v) {
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
    return fmaf(r, fmaf(-v, r, 1.0f), r);
}

/// The power of two that brings a v of this magnitude near 1: 1 / 2^e for 2^e to 2^(e+1). Multiplying by it rounds
/// nothing. For 0 and for what is not finite it is some power of two.
KERNEL_FN double binary_scale(int magnitude, double) {
    return __hiloint2double(max(0x7fe00000 - (magnitude & 0x7ff00000), 0x00100000), 0);
}
KERNEL_FN float binary_scale(int magnitude, float) {
    return __int_as_float(max(0x7f000000 - (magnitude & 0x7f800000), 0x00800000));
}

/// Whether there is work that this thread wants, or a lane beside it: what one lane does takes all of them the same time,
/// so nobody has to branch off alone. All lanes of the warp ask together.
KERNEL_FN bool is_wanted(bool mine) { return __any_sync(0xffffffffu, mine); }
/// The same for the lanes that happen to be at this place together.
KERNEL_FN bool is_wanted_here(bool mine) { return __any_sync(__activemask(), mine); }

/// shared[i] = from[j], under way while the thread goes on. Whoever reads it waits for its copies and meets the others.
template <class T> KERNEL_FN void copy_later(Shared<T> shared, int i, In<T> from, std::int64_t j) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(shared + i))),
        "l"(__cvta_generic_to_global(from.data + j)), "n"(sizeof(T))
        : "memory");
#else
    shared[i] = from[j];
#endif
}
KERNEL_FN void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

#else

inline int magnitude(double v) { return static_cast<int>(std::bit_cast<std::uint64_t>(v) >> 32 & 0x7fffffff); }
inline int magnitude(float v) { return static_cast<int>(std::bit_cast<std::uint32_t>(v) & 0x7fffffff); }

inline int least_pivot(double) { return 0x00100000; }
inline int least_pivot(float) { return 0x00800000; }

inline double reciprocal(double v) { return 1 / v; }
inline float reciprocal(float v) { return 1 / v; }

inline double binary_scale(int magnitude, double) {
    const int high = std::max(0x7fe00000 - (magnitude & 0x7ff00000), 0x00100000);
    return std::bit_cast<double>(static_cast<std::uint64_t>(high) << 32);
}
inline float binary_scale(int magnitude, float) {
    return std::bit_cast<float>(std::max(0x7f000000 - (magnitude & 0x7f800000), 0x00800000));
}

inline bool is_wanted(bool mine) { return mine; }
inline bool is_wanted_here(bool mine) { return mine; }

#ifdef WARPLOOM_TRACED
template <class T> int magnitude(simulated::Counted<T> v) { return magnitude(v.value); }
template <class T> int least_pivot(simulated::Counted<T> v) { return least_pivot(v.value); }
template <class T> simulated::Counted<T> reciprocal(simulated::Counted<T> v) { return simulated::Counted<T>(1) / v; }
template <class T> simulated::Counted<T> binary_scale(int magnitude, simulated::Counted<T> like) {
    return binary_scale(magnitude, like.value);
}

template <class T> void copy_later(Shared<T> shared, PlacedIndex i, In<T> from, PlacedIndex j) { shared[i] = from[j]; }
#else
template <class T> void copy_later(Shared<T> shared, int i, In<T> from, std::int64_t j) { shared[i] = from[j]; }
#endif
inline void wait_for_copies() {}

#endif

} // namespace warploom::kernels::WARPLOOM_TARGET
