#pragma once

#include <cmath>
#include <cstdint>

// Residue arithmetic of the kernel `ozaki`, for the GPU and the test. An integer x with |x| < P / 4 is determined by
// its residues modulo pairwise coprime moduli with the product P (Chinese remainder theorem).

#ifdef __CUDACC__
#define WARPLOOM_BOTH __host__ __device__
#else
#define WARPLOOM_BOTH
#endif

namespace warploom::kernels::ozaki {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// The largest pairwise coprime moduli whose residues fit in 8 bits.
constexpr int modulus[] = {256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199, 197, 193};
constexpr int most_moduli = 16;

/// Constants for reconstructing an integer from its residues modulo the first `count` moduli (Chinese remainder
/// theorem). `part[l]` has the residue 1 for modulus number l and 0 for the others.
struct Parts {
    int count = 0;
    UnsignedWide product = 1;
    UnsignedWide part[most_moduli] = {};
    double share[most_moduli] = {}; ///< `part` divided by the product of all moduli
};

/// Returns a residue in the range -128 ... 127 of an integer x of at most 53 bits. For modulus 256, it is the low 8
/// bits.
template <int l> WARPLOOM_BOTH inline std::int8_t remainder_of(double x) {
    constexpr int modulus_l = modulus[l];
    constexpr double p = modulus_l, inverse = 1.0 / p;
#ifdef __CUDA_ARCH__
    const double r = fma(-rint(x * inverse), p, x);
    int whole = __double2loint(r + 6755399441055744.0); // adding 1.5 * 2^52 moves the integer to the lowest bits
#else
    const double r = std::fma(-std::rint(x * inverse), p, x);
    int whole = static_cast<int>(r);
#endif
    // Because the quotient is rounded, the remainder can be slightly outside the range.
    if (whole > 127) whole -= modulus_l;
    if (whole < -128) whole += modulus_l;
    return static_cast<std::int8_t>(whole);
}

/// Adds the Chinese remainder terms for the moduli with the numbers l, l + 1, ... to `sum` (modulo 2^128). Adds the
/// same terms, divided by the product of all moduli, to `turns`.
template <int l, class Left>
WARPLOOM_BOTH inline void add_terms(const Parts& parts, const Left& left, UnsignedWide& sum, double& turns) {
    if constexpr (l < most_moduli) {
        if (l == parts.count) return;
        constexpr int modulus_l = modulus[l];
        const int r = left(l) % modulus_l;
        sum += static_cast<UnsignedWide>(static_cast<Wide>(r)) * parts.part[l];
        turns += r * parts.share[l];
        add_terms<l + 1>(parts, left, sum, turns);
    }
}

/// Returns the integer whose residue for modulus number l is `left(l)`, for every l. left() may return any int32 number
/// that has this residue.
template <class Left> WARPLOOM_BOTH inline Wide whole_number(const Parts& parts, const Left& left) {
    UnsignedWide sum = 0; // the sum can wrap around, but the signed result is correct
    double turns = 0;
    add_terms<0>(parts, left, sum, turns);
    const auto whole_turns = static_cast<long long>(rint(turns));
    return static_cast<Wide>(sum - static_cast<UnsignedWide>(static_cast<Wide>(whole_turns)) * parts.product);
}

/// Returns the double nearest to an integer, with ties to even.
WARPLOOM_BOTH inline double nearest(Wide x) {
    const bool is_negative = x < 0;
    const UnsignedWide size = is_negative ? -static_cast<UnsignedWide>(x) : static_cast<UnsignedWide>(x);
    const auto high = static_cast<std::uint64_t>(size >> 64);
    double value = 0;
    if (high == 0) value = static_cast<double>(static_cast<std::uint64_t>(size));
    else {
#ifdef __CUDA_ARCH__
        const int shift = 64 - __clzll(static_cast<long long>(high));
#else
        const int shift = 64 - __builtin_clzll(high);
#endif
        auto top = static_cast<std::uint64_t>(size >> shift);
        if ((size & ((static_cast<UnsignedWide>(1) << shift) - 1)) != 0) top |= 1; // the discarded bits decide ties
        value = ldexp(static_cast<double>(top), shift);
    }
    return is_negative ? -value : value;
}

} // namespace warploom::kernels::ozaki
