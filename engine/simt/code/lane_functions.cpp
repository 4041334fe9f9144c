#include "engine/simt/code/lane_functions.h"

#include "engine/portable.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace warploom::simt {

namespace {

/// Integers wrap around, as on a GPU.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

template <class T> struct LaneAdd {
    static T of(T b, T c) { return static_cast<T>(static_cast<Wrapping<T>>(b) + static_cast<Wrapping<T>>(c)); }
};
template <class T> struct LaneSub {
    static T of(T b, T c) { return static_cast<T>(static_cast<Wrapping<T>>(b) - static_cast<Wrapping<T>>(c)); }
};
template <class T> struct LaneMul {
    static T of(T b, T c) { return static_cast<T>(static_cast<Wrapping<T>>(b) * static_cast<Wrapping<T>>(c)); }
};
template <class T> struct LaneDiv {
    static T of(T b, T c) {
        if constexpr (std::is_floating_point_v<T>) return b / c;
        else if constexpr (std::is_signed_v<T>) return c == 0 ? T(-1) : c == -1 ? LaneSub<T>::of(0, b) : b / c;
        else return c == 0 ? std::numeric_limits<T>::max() : b / c;
    }
};
template <class T> struct LaneRem {
    static T of(T b, T c) {
        if constexpr (std::is_floating_point_v<T>) return std::fmod(b, c);
        else if constexpr (std::is_signed_v<T>) return c == 0 || c == -1 ? (c == 0 ? b : T(0)) : b % c;
        else return c == 0 ? b : b % c;
    }
};
// fmin and fmax: of a number and NaN, the number.
template <class T> struct LaneLeast {
    static T of(T b, T c) {
        if constexpr (std::is_floating_point_v<T>) return b < c || c != c ? b : c;
        else return c < b ? c : b;
    }
};
template <class T> struct LaneGreatest {
    static T of(T b, T c) {
        if constexpr (std::is_floating_point_v<T>) return b > c || c != c ? b : c;
        else return b < c ? c : b;
    }
};
template <class T> struct LaneAnd {
    static T of(T b, T c) { return b & c; }
};
template <class T> struct LaneOr {
    static T of(T b, T c) { return b | c; }
};
template <class T> struct LaneXor {
    static T of(T b, T c) { return b ^ c; }
};
template <class T> struct LaneLess {
    static bool of(T b, T c) { return b < c; }
};
template <class T> struct LaneLessEqual {
    static bool of(T b, T c) { return b <= c; }
};
template <class T> struct LaneEqual {
    static bool of(T b, T c) { return b == c; }
};
template <class T> struct LaneNotEqual {
    static bool of(T b, T c) { return b != c; }
};
// As the card: by all bits or more, nothing is left but the sign; a negative distance is a large one without a sign.
template <class T> struct LaneShiftLeft {
    static T of(T b, std::int32_t c) {
        constexpr auto bits = static_cast<unsigned>(sizeof(T) * 8);
        const auto by = static_cast<unsigned>(c);
        return by < bits ? static_cast<T>(static_cast<std::make_unsigned_t<T>>(b) << by) : T(0);
    }
};
template <class T> struct LaneShiftRight {
    static T of(T b, std::int32_t c) {
        constexpr auto bits = static_cast<unsigned>(sizeof(T) * 8);
        const auto by = static_cast<unsigned>(c);
        if constexpr (std::is_signed_v<T>) return static_cast<T>(b >> std::min(by, bits - 1));
        else return by < bits ? static_cast<T>(b >> by) : T(0);
    }
};
template <class T> struct LaneNegate {
    static T of(T b) {
        if constexpr (std::is_integral_v<T>) return LaneSub<T>::of(0, b);
        else return -b;
    }
};
template <class T> struct LaneNot {
    static T of(T b) { return static_cast<T>(~b); }
};
template <class T> struct LaneAbsolute {
    static T of(T b) {
        if constexpr (std::is_floating_point_v<T>) return std::fabs(b);
        else if constexpr (std::is_signed_v<T>) return b < 0 ? LaneSub<T>::of(0, b) : b;
        else return b;
    }
};
template <class T> struct LanePopulation {
    static std::int32_t of(T b) { return std::popcount(static_cast<std::make_unsigned_t<T>>(b)); }
};
template <class T> struct LaneLeadingZeros {
    static std::int32_t of(T b) { return std::countl_zero(static_cast<std::make_unsigned_t<T>>(b)); }
};
template <class T> struct LaneFirstSet {
    static std::int32_t of(T b) { return b == 0 ? 0 : std::countr_zero(static_cast<std::make_unsigned_t<T>>(b)) + 1; }
};
/// As the card converts: what does not fit becomes the nearest number that does, NaN becomes 0.
template <class To, class T> struct LaneConvert {
    static To of(T b) {
        if constexpr (std::is_floating_point_v<T> && std::is_integral_v<To>) {
            constexpr T least = static_cast<T>(std::numeric_limits<To>::min());
            constexpr T beyond = static_cast<T>(static_cast<double>(std::numeric_limits<To>::max() / 2 + 1) * 2.0);
            if (b != b) return 0;
            if (b < least) return std::numeric_limits<To>::min();
            if (b >= beyond) return std::numeric_limits<To>::max();
        }
        return static_cast<To>(b);
    }
};
template <class T> struct LaneToBool {
    static std::int32_t of(T b) { return b != T(0); }
};

enum class Part { neither, quotient, rest };
template <class F> constexpr Part part_of = Part::neither;
template <class T> constexpr Part part_of<LaneDiv<T>> = std::is_integral_v<T> ? Part::quotient : Part::neither;
template <class T> constexpr Part part_of<LaneRem<T>> = std::is_integral_v<T> ? Part::rest : Part::neither;

/// Quotients or rests where no lane's number is negative and all divide by the same power of two, as by the lanes of a
/// warp or the side of a tile: 32 divisions are slow. Else false, and nothing is done.
template <Part part, class T> bool by_power_of_two(T* to, const T* left, const T* right) {
    const T divisor = right[0];
    T differ = 0, all = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        differ |= right[l] ^ divisor;
        all |= left[l];
    }
    // Unsigned numbers with the highest bit may as well go the slow way.
    using Signed = std::make_signed_t<T>;
    if (differ != 0 || static_cast<Signed>(all) < 0 || static_cast<Signed>(divisor) <= 0) return false;
    if ((divisor & (divisor - 1)) != 0) return false;
    const int shift = std::countr_zero(static_cast<std::make_unsigned_t<T>>(divisor));
    const T below = divisor - 1;
    WARPLOOM_FREE_LANES
    for (int l = 0; l < lanes_of_a_warp; ++l) to[l] = part == Part::rest ? left[l] & below : left[l] >> shift;
    return true;
}

template <class To, class B, class C, class F>
void two_operands(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t) {
    auto* const to = reinterpret_cast<To*>(a);
    const auto* const left = reinterpret_cast<const B*>(b);
    const auto* const right = reinterpret_cast<const C*>(c);
    if constexpr (part_of<F> != Part::neither)
        if (by_power_of_two<part_of<F>>(to, left, right)) return;
    WARPLOOM_FREE_LANES
    for (int l = 0; l < lanes_of_a_warp; ++l) to[l] = static_cast<To>(F::of(left[l], right[l]));
}
template <class To, class B, class F>
void one_operand(std::byte* a, const std::byte* b, const std::byte*, std::int64_t) {
    auto* const to = reinterpret_cast<To*>(a);
    const auto* const from = reinterpret_cast<const B*>(b);
    if constexpr (sizeof(To) == sizeof(B)) {
        WARPLOOM_FREE_LANES
        for (int l = 0; l < lanes_of_a_warp; ++l) to[l] = F::of(from[l]);
    } else { // the registers may overlap
        To result[lanes_of_a_warp];
        for (int l = 0; l < lanes_of_a_warp; ++l) result[l] = F::of(from[l]);
        put_lanes(to, result);
    }
}
/// A comparison of 8-byte lanes may give its result where an operand begins.
template <class T, class F> void comparison(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t) {
    std::int32_t result[lanes_of_a_warp];
    const auto* const left = reinterpret_cast<const T*>(b);
    const auto* const right = reinterpret_cast<const T*>(c);
    for (int l = 0; l < lanes_of_a_warp; ++l) result[l] = F::of(left[l], right[l]) ? 1 : 0;
    put_lanes(a, result);
}

template <class T> T mathematics_of(T x, Mathematics f) {
    switch (f) {
    case Mathematics::sqrt: return std::sqrt(x);
    case Mathematics::rsqrt: return T(1) / std::sqrt(x);
    case Mathematics::exp: return std::exp(x);
    case Mathematics::log: return std::log(x);
    case Mathematics::floor: return std::floor(x);
    case Mathematics::ceil: return std::ceil(x);
    case Mathematics::sin: return std::sin(x);
    case Mathematics::cos: return std::cos(x);
    case Mathematics::trunc: return std::trunc(x);
    case Mathematics::round: return std::round(x);
    case Mathematics::exp2: return std::exp2(x);
    case Mathematics::log2: return std::log2(x);
    case Mathematics::tanh: return std::tanh(x);
    }
    return x;
}
template <class T> void mathematics(std::byte* a, const std::byte* b, const std::byte*, std::int64_t imm) {
    for (int l = 0; l < lanes_of_a_warp; ++l)
        reinterpret_cast<T*>(a)[l] = mathematics_of(reinterpret_cast<const T*>(b)[l], static_cast<Mathematics>(imm));
}

using I = std::int32_t;
using U = std::uint32_t;
using L = std::int64_t;
using M = std::uint64_t;
using F = float;
using D = double;

} // namespace

#define WARPLOOM_SAME(f)                                                                                               \
    two_operands<I, I, I, f<I>>, two_operands<U, U, U, f<U>>, two_operands<L, L, L, f<L>>,                             \
        two_operands<M, M, M, f<M>>, two_operands<F, F, F, f<F>>, two_operands<D, D, D, f<D>>
#define WARPLOOM_TEST_LANES(f)                                                                                         \
    comparison<I, f<I>>, comparison<U, f<U>>, comparison<L, f<L>>, comparison<M, f<M>>, comparison<F, f<F>>,           \
        comparison<D, f<D>>
#define WARPLOOM_BITS(f)                                                                                               \
    two_operands<I, I, I, f<I>>, two_operands<U, U, U, f<U>>, two_operands<L, L, L, f<L>>,                             \
        two_operands<M, M, M, f<M>>, nullptr, nullptr
#define WARPLOOM_SHIFT(f)                                                                                              \
    two_operands<I, I, I, f<I>>, two_operands<U, U, I, f<U>>, two_operands<L, L, I, f<L>>,                             \
        two_operands<M, M, I, f<M>>, nullptr, nullptr
#define WARPLOOM_ONE(f)                                                                                                \
    one_operand<I, I, f<I>>, one_operand<U, U, f<U>>, one_operand<L, L, f<L>>, one_operand<M, M, f<M>>,                \
        one_operand<F, F, f<F>>, one_operand<D, D, f<D>>
#define WARPLOOM_ONE_BITS(to, f)                                                                                       \
    one_operand<to<I>, I, f<I>>, one_operand<to<U>, U, f<U>>, one_operand<to<L>, L, f<L>>,                             \
        one_operand<to<M>, M, f<M>>, nullptr, nullptr
#define WARPLOOM_CONVERT(T)                                                                                            \
    one_operand<T, I, LaneConvert<T, I>>, one_operand<T, U, LaneConvert<T, U>>, one_operand<T, L, LaneConvert<T, L>>,  \
        one_operand<T, M, LaneConvert<T, M>>, one_operand<T, F, LaneConvert<T, F>>,                                    \
        one_operand<T, D, LaneConvert<T, D>>
#define WARPLOOM_TO_BOOL                                                                                               \
    one_operand<I, I, LaneToBool<I>>, one_operand<I, U, LaneToBool<U>>, one_operand<I, L, LaneToBool<L>>,              \
        one_operand<I, M, LaneToBool<M>>, one_operand<I, F, LaneToBool<F>>, one_operand<I, D, LaneToBool<D>>

namespace {
template <class T> using Same = T;
template <class T> using AsInt = std::int32_t;
} // namespace

const LaneFunction lane_functions[families * classes] = {
    WARPLOOM_SAME(LaneAdd),
    WARPLOOM_SAME(LaneSub),
    WARPLOOM_SAME(LaneMul),
    WARPLOOM_SAME(LaneDiv),
    WARPLOOM_SAME(LaneRem),
    WARPLOOM_SAME(LaneLeast),
    WARPLOOM_SAME(LaneGreatest),
    WARPLOOM_TEST_LANES(LaneLess),
    WARPLOOM_TEST_LANES(LaneLessEqual),
    WARPLOOM_TEST_LANES(LaneEqual),
    WARPLOOM_TEST_LANES(LaneNotEqual),
    WARPLOOM_BITS(LaneAnd),
    WARPLOOM_BITS(LaneOr),
    WARPLOOM_BITS(LaneXor),
    WARPLOOM_SHIFT(LaneShiftLeft),
    WARPLOOM_SHIFT(LaneShiftRight),
    WARPLOOM_ONE(LaneNegate),
    WARPLOOM_ONE_BITS(Same, LaneNot),
    WARPLOOM_ONE(LaneAbsolute),
    WARPLOOM_ONE_BITS(AsInt, LanePopulation),
    WARPLOOM_ONE_BITS(AsInt, LaneLeadingZeros),
    WARPLOOM_ONE_BITS(AsInt, LaneFirstSet),
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    mathematics<F>,
    mathematics<D>,
    WARPLOOM_CONVERT(I),
    WARPLOOM_CONVERT(U),
    WARPLOOM_CONVERT(L),
    WARPLOOM_CONVERT(M),
    WARPLOOM_CONVERT(F),
    WARPLOOM_CONVERT(D),
    WARPLOOM_TO_BOOL,
};

namespace {

bool is_shift(Op op) {
    const int family = static_cast<int>(op) / classes;
    return family == static_cast<int>(Family::shift_left) || family == static_cast<int>(Family::shift_right);
}

std::uint32_t overflowing_shifts(Op op, const std::byte* b, const std::byte* c) {
    const auto of = static_cast<Class>(static_cast<int>(op) % classes);
    const std::int32_t bits = of == Class::i64 || of == Class::u64 ? 64 : 32;
    const bool may_lose = op == operation(Family::shift_left, Class::i32);
    std::uint32_t lanes = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        const std::int32_t by = reinterpret_cast<const std::int32_t*>(c)[l];
        bool is_over = by < 0 || by >= bits;
        if (may_lose && !is_over) {
            const std::int64_t result =
                std::int64_t{reinterpret_cast<const std::int32_t*>(b)[l]} * (std::int64_t{1} << by);
            is_over = result < std::numeric_limits<std::int32_t>::min() ||
                      result > std::int64_t{std::numeric_limits<std::uint32_t>::max()};
        }
        lanes |= static_cast<std::uint32_t>(is_over) << l;
    }
    return lanes;
}

} // namespace

std::uint32_t overflowing_lanes(Op op, const std::byte* b, const std::byte* c) {
    if (is_shift(op)) return overflowing_shifts(op, b, c);
    const auto* const left = reinterpret_cast<const std::int32_t*>(b);
    const auto* const right = reinterpret_cast<const std::int32_t*>(c);
    const bool is_add = op == operation(Family::add, Class::i32), is_sub = op == operation(Family::sub, Class::i32);
    std::uint32_t lanes = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        std::int32_t r = 0;
        const bool overflows = is_add   ? __builtin_add_overflow(left[l], right[l], &r)
                               : is_sub ? __builtin_sub_overflow(left[l], right[l], &r)
                                        : __builtin_mul_overflow(left[l], right[l], &r);
        lanes |= static_cast<std::uint32_t>(overflows) << l;
    }
    return lanes;
}

namespace {

/// In one pass without branches, for which the processor takes several lanes at once. Only whole registers are stored: if
/// one lane overflows, the operands are still wanted, and the result may lie where one of them does.
enum class Sum { add, sub };
template <Sum sum> bool checked_sum(std::byte* a, const std::byte* b, const std::byte* c) {
    const auto* const left = reinterpret_cast<const std::uint32_t*>(b);
    const auto* const right = reinterpret_cast<const std::uint32_t*>(c);
    std::uint32_t result[lanes_of_a_warp], over = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        const std::uint32_t x = left[l], y = right[l], r = sum == Sum::add ? x + y : x - y;
        result[l] = r;
        over |= (x ^ r) & ((sum == Sum::add ? y : ~y) ^ r);
    }
    if (over >> 31 != 0) return true;
    put_lanes(a, result);
    return false;
}

bool checked_product(std::byte* a, const std::byte* b, const std::byte* c) {
    const auto* const left = reinterpret_cast<const std::int32_t*>(b);
    const auto* const right = reinterpret_cast<const std::int32_t*>(c);
    std::int32_t of_left = 0, of_right = 0; // all their bits, without those that only repeat the sign
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        of_left |= left[l] ^ left[l] >> 31;
        of_right |= right[l] ^ right[l] >> 31;
    }
    const auto bits = [](std::int32_t number) { return std::bit_width(static_cast<std::uint32_t>(number)); };
    if (bits(of_left) + bits(of_right) > 30) {
        std::int64_t differ = 0;
        for (int l = 0; l < lanes_of_a_warp; ++l) {
            const std::int64_t product = static_cast<std::int64_t>(left[l]) * right[l];
            differ |= product ^ static_cast<std::int32_t>(product);
        }
        if (differ != 0) return true;
    }
    two_operands<I, I, I, LaneMul<I>>(a, b, c, 0);
    return false;
}

template <Family family, Class of> bool checked_shift(std::byte* a, const std::byte* b, const std::byte* c) {
    constexpr Op op = operation(family, of);
    if (overflowing_shifts(op, b, c) != 0) return true;
    lane_functions[static_cast<int>(op)](a, b, c, 0);
    return false;
}

constexpr std::array<CheckedFunction, families * classes> all_checked() {
    std::array<CheckedFunction, families * classes> all{};
    const auto of = [&](Family family, Class c) -> CheckedFunction& {
        return all[static_cast<std::size_t>(operation(family, c))];
    };
    of(Family::add, Class::i32) = checked_sum<Sum::add>;
    of(Family::sub, Class::i32) = checked_sum<Sum::sub>;
    of(Family::mul, Class::i32) = checked_product;
    of(Family::shift_left, Class::i32) = checked_shift<Family::shift_left, Class::i32>;
    of(Family::shift_left, Class::u32) = checked_shift<Family::shift_left, Class::u32>;
    of(Family::shift_left, Class::i64) = checked_shift<Family::shift_left, Class::i64>;
    of(Family::shift_left, Class::u64) = checked_shift<Family::shift_left, Class::u64>;
    of(Family::shift_right, Class::i32) = checked_shift<Family::shift_right, Class::i32>;
    of(Family::shift_right, Class::u32) = checked_shift<Family::shift_right, Class::u32>;
    of(Family::shift_right, Class::i64) = checked_shift<Family::shift_right, Class::i64>;
    of(Family::shift_right, Class::u64) = checked_shift<Family::shift_right, Class::u64>;
    return all;
}

} // namespace

const std::array<CheckedFunction, families* classes> checked_functions = all_checked();

namespace {
template <class To> void cut(std::byte* a, const std::byte* b) {
    for (int l = 0; l < lanes_of_a_warp; ++l)
        reinterpret_cast<std::int32_t*>(a)[l] = static_cast<To>(reinterpret_cast<const std::int32_t*>(b)[l]);
}
template <class T> void fused(std::byte* a, const std::byte* b, const std::byte* c, const std::byte* d) {
    const auto* const x = reinterpret_cast<const T*>(b);
    const auto* const y = reinterpret_cast<const T*>(c);
    const auto* const z = reinterpret_cast<const T*>(d);
    for (int l = 0; l < lanes_of_a_warp; ++l) reinterpret_cast<T*>(a)[l] = std::fma(x[l], y[l], z[l]);
}
template <class T, class Bits>
void sum_with_product(std::byte* a, const std::byte* b, const std::byte* c, const Bits* mask) {
    auto* const sum = reinterpret_cast<T*>(a);
    const auto* const x = reinterpret_cast<const T*>(b);
    const auto* const y = reinterpret_cast<const T*>(c);
    if (mask == nullptr) {
        WARPLOOM_FREE_LANES
        for (int l = 0; l < lanes_of_a_warp; ++l) sum[l] = sum[l] + x[l] * y[l];
        return;
    }
    WARPLOOM_FREE_LANES
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        const Bits active = mask[l];
        const auto fresh = portable::bit_cast<Bits>(sum[l] + x[l] * y[l]), old = portable::bit_cast<Bits>(sum[l]);
        sum[l] = portable::bit_cast<T>((fresh & active) | (old & ~active));
    }
}
template <class T> void powers(std::byte* a, const std::byte* b, const std::byte* c) {
    for (int l = 0; l < lanes_of_a_warp; ++l)
        reinterpret_cast<T*>(a)[l] = std::pow(reinterpret_cast<const T*>(b)[l], reinterpret_cast<const T*>(c)[l]);
}
} // namespace

void narrow_lanes(std::byte* a, const std::byte* b, Kind to) {
    switch (to) {
    case Kind::int8: return cut<std::int8_t>(a, b);
    case Kind::uint8: return cut<std::uint8_t>(a, b);
    case Kind::int16: return cut<std::int16_t>(a, b);
    case Kind::uint16: return cut<std::uint16_t>(a, b);
    default: return cut<std::int32_t>(a, b);
    }
}
void fma_lanes(std::byte* a, const std::byte* b, const std::byte* c, const std::byte* d, bool is_wide) {
    is_wide ? fused<double>(a, b, c, d) : fused<float>(a, b, c, d);
}
void add_product(std::byte* a, const std::byte* b, const std::byte* c, const void* mask, bool is_wide) {
    if (is_wide) sum_with_product<double>(a, b, c, static_cast<const std::int64_t*>(mask));
    else sum_with_product<float>(a, b, c, static_cast<const std::int32_t*>(mask));
}
void power_lanes(std::byte* a, const std::byte* b, const std::byte* c, bool is_wide) {
    is_wide ? powers<double>(a, b, c) : powers<float>(a, b, c);
}

} // namespace warploom::simt
