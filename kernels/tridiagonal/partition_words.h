#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/vocabulary/vocabulary.h"

// Words that the partition method needs beside those of the vocabulary, in the three targets.

namespace warploom::kernels::WARPLOOM_TARGET {

#if defined(__CUDACC__)

KERNEL_FN double absolute(double v) { return fabs(v); }
KERNEL_FN float absolute(float v) { return fabsf(v); }

/// The power of two that brings v near 1: 1 / 2^e for a v of 2^e to 2^(e+1). Multiplying by it rounds nothing. For 0 and
/// for what is not finite it is some power of two.
KERNEL_FN double binary_scale(double v) {
    const int exponent = __double2hiint(v) >> 20 & 0x7ff;
    return __hiloint2double(min(max(0x7fe - exponent, 1), 0x7fe) << 20, 0);
}
KERNEL_FN float binary_scale(float v) {
    const int exponent = __float_as_int(v) >> 23 & 0xff;
    return __int_as_float(min(max(0xfe - exponent, 1), 0xfe) << 23);
}

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

inline double absolute(double v) { return std::fabs(v); }
inline float absolute(float v) { return std::fabs(v); }

inline double binary_scale(double v) {
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(v) >> 52 & 0x7ff);
    return std::bit_cast<double>(static_cast<std::uint64_t>(std::min(std::max(0x7fe - exponent, 1), 0x7fe)) << 52);
}
inline float binary_scale(float v) {
    const int exponent = static_cast<int>(std::bit_cast<std::uint32_t>(v) >> 23 & 0xff);
    return std::bit_cast<float>(static_cast<std::uint32_t>(std::min(std::max(0xfe - exponent, 1), 0xfe)) << 23);
}

#ifdef WARPLOOM_TRACED
template <class T> simulated::Counted<T> absolute(simulated::Counted<T> v) { return absolute(v.value); }
template <class T> simulated::Counted<T> binary_scale(simulated::Counted<T> v) { return binary_scale(v.value); }

template <class T> void copy_later(Shared<T> shared, PlacedIndex i, In<T> from, PlacedIndex j) { shared[i] = from[j]; }
#else
template <class T> void copy_later(Shared<T> shared, int i, In<T> from, std::int64_t j) { shared[i] = from[j]; }
#endif
inline void wait_for_copies() {}

#endif

} // namespace warploom::kernels::WARPLOOM_TARGET
