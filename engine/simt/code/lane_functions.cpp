#include "engine/simt/code/lane_functions.h"

#include "engine/portable.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace warploom::simt {

namespace {

/// Integer type for arithmetic. Like on a GPU, overflows wrap around.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

constexpr auto lane_add = []<class T>(T b, T c) { return static_cast<T>(Wrapping<T>(b) + Wrapping<T>(c)); };
constexpr auto lane_sub = []<class T>(T b, T c) { return static_cast<T>(Wrapping<T>(b) - Wrapping<T>(c)); };
constexpr auto lane_mul = []<class T>(T b, T c) { return static_cast<T>(Wrapping<T>(b) * Wrapping<T>(c)); };
constexpr auto lane_div = []<class T>(T b, T c) {
    if constexpr (std::is_floating_point_v<T>) return b / c;
    else if constexpr (std::is_signed_v<T>) return c == 0 ? T(-1) : c == -1 ? lane_sub(T(0), b) : b / c;
    else return c == 0 ? std::numeric_limits<T>::max() : b / c;
};
constexpr auto lane_rem = []<class T>(T b, T c) {
    if constexpr (std::is_floating_point_v<T>) return std::fmod(b, c);
    else if constexpr (std::is_signed_v<T>) return c == 0 || c == -1 ? (c == 0 ? b : T(0)) : b % c;
    else return c == 0 ? b : b % c;
};
// If one operand is NaN, these functions return the other operand, like fmin and fmax.
constexpr auto lane_least = []<class T>(T b, T c) {
    if constexpr (std::is_floating_point_v<T>) return b < c || c != c ? b : c;
    else return c < b ? c : b;
};
constexpr auto lane_greatest = []<class T>(T b, T c) {
    if constexpr (std::is_floating_point_v<T>) return b > c || c != c ? b : c;
    else return b < c ? c : b;
};
constexpr auto lane_less = []<class T>(T b, T c) { return b < c; };
constexpr auto lane_less_equal = []<class T>(T b, T c) { return b <= c; };
constexpr auto lane_equal = []<class T>(T b, T c) { return b == c; };
constexpr auto lane_not_equal = []<class T>(T b, T c) { return b != c; };
// Bitwise operations, which are defined only for integers.
constexpr auto lane_and = []<class T>(T b, T c) requires std::is_integral_v<T> { return b & c; };
constexpr auto lane_or = []<class T>(T b, T c) requires std::is_integral_v<T> { return b | c; };
constexpr auto lane_xor = []<class T>(T b, T c) requires std::is_integral_v<T> { return b ^ c; };
// Shifts behave as on a GPU. If the distance is at least the width of the type, the result contains only zeros or sign
// bits. A negative distance is treated as a large unsigned number.
constexpr auto lane_shift_left = []<class T>(T b, std::int32_t c) requires std::is_integral_v<T> {
    constexpr auto bits = static_cast<unsigned>(sizeof(T) * 8);
    const auto by = static_cast<unsigned>(c);
    return by < bits ? static_cast<T>(static_cast<std::make_unsigned_t<T>>(b) << by) : T(0);
};
constexpr auto lane_shift_right = []<class T>(T b, std::int32_t c) requires std::is_integral_v<T> {
    constexpr auto bits = static_cast<unsigned>(sizeof(T) * 8);
    const auto by = static_cast<unsigned>(c);
    if constexpr (std::is_signed_v<T>) return static_cast<T>(b >> std::min(by, bits - 1));
    else return by < bits ? static_cast<T>(b >> by) : T(0);
};
constexpr auto lane_negate = []<class T>(T b) {
    if constexpr (std::is_integral_v<T>) return lane_sub(T(0), b);
    else return -b;
};
constexpr auto lane_not = []<class T>(T b) requires std::is_integral_v<T> { return static_cast<T>(~b); };
constexpr auto lane_absolute = []<class T>(T b) {
    if constexpr (std::is_floating_point_v<T>) return std::fabs(b);
    else if constexpr (std::is_signed_v<T>) return b < 0 ? lane_sub(T(0), b) : b;
    else return b;
};
constexpr auto lane_population = []<class T>(T b) requires std::is_integral_v<T> {
    return static_cast<std::int32_t>(std::popcount(static_cast<std::make_unsigned_t<T>>(b)));
};
constexpr auto lane_leading_zeros = []<class T>(T b) requires std::is_integral_v<T> {
    return static_cast<std::int32_t>(std::countl_zero(static_cast<std::make_unsigned_t<T>>(b)));
};
constexpr auto lane_first_set = []<class T>(T b) requires std::is_integral_v<T> {
    return b == 0 ? std::int32_t{0} : std::countr_zero(static_cast<std::make_unsigned_t<T>>(b)) + 1;
};
/// Converts a floating-point number to an integer as GPU hardware does: out-of-range values are clamped, and NaN
/// becomes 0.
template <class To>
constexpr auto lane_convert = []<class T>(T b) -> To {
    if constexpr (std::is_floating_point_v<T> && std::is_integral_v<To>) {
        constexpr T least = static_cast<T>(std::numeric_limits<To>::min());
        constexpr T beyond = static_cast<T>(static_cast<double>(std::numeric_limits<To>::max() / 2 + 1) * 2.0);
        if (b != b) return 0;
        if (b < least) return std::numeric_limits<To>::min();
        if (b >= beyond) return std::numeric_limits<To>::max();
    }
    return static_cast<To>(b);
};
constexpr auto lane_to_bool = []<class T>(T b) -> std::int32_t { return b != T(0); };

enum class Part { neither, quotient, rest };
template <class Of, class T>
constexpr Part part_of = !std::is_integral_v<T>                         ? Part::neither
                         : std::is_same_v<Of, const decltype(lane_div)> ? Part::quotient
                         : std::is_same_v<Of, const decltype(lane_rem)> ? Part::rest
                                                                        : Part::neither;

/// Computes quotients and remainders with shifts and masks, because integer division in 32 lanes is slow. This is
/// possible if no dividend is negative and all divisors are the same power of two, such as the warp size or a tile
/// size. Otherwise, returns false without writing a result.
template <Part part, class T> bool by_power_of_two(T* to, const T* left, const T* right) {
    const T divisor = right[0];
    T differ = 0, all = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) {
        differ |= right[l] ^ divisor;
        all |= left[l];
    }
    // Dividends with the highest bit set take the slow path, even if they are unsigned.
    using Signed = std::make_signed_t<T>;
    if (differ != 0 || static_cast<Signed>(all) < 0 || static_cast<Signed>(divisor) <= 0) return false;
    if ((divisor & (divisor - 1)) != 0) return false;
    const int shift = std::countr_zero(static_cast<std::make_unsigned_t<T>>(divisor));
    const T below = divisor - 1;
    WARPLOOM_FREE_LANES
    for (int l = 0; l < lanes_of_a_warp; ++l) to[l] = part == Part::rest ? left[l] & below : left[l] >> shift;
    return true;
}

template <class Of, class B, class C>
void two_operands(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t) {
    auto* const to = reinterpret_cast<B*>(a);
    const auto* const left = reinterpret_cast<const B*>(b);
    const auto* const right = reinterpret_cast<const C*>(c);
    if constexpr (part_of<Of, B> != Part::neither)
        if (by_power_of_two<part_of<Of, B>>(to, left, right)) return;
    WARPLOOM_FREE_LANES
    for (int l = 0; l < lanes_of_a_warp; ++l) to[l] = Of{}(left[l], right[l]);
}

template <class Of, class B> void one_operand(std::byte* a, const std::byte* b, const std::byte*, std::int64_t) {
    using To = std::invoke_result_t<Of, B>;
    auto* const to = reinterpret_cast<To*>(a);
    const auto* const from = reinterpret_cast<const B*>(b);
    if constexpr (sizeof(To) == sizeof(B)) {
        WARPLOOM_FREE_LANES
        for (int l = 0; l < lanes_of_a_warp; ++l) to[l] = Of{}(from[l]);
    } else { // operand and result differ in size, so their registers may partly overlap
        To result[lanes_of_a_warp];
        for (int l = 0; l < lanes_of_a_warp; ++l) result[l] = Of{}(from[l]);
        put_lanes(to, result);
    }
}

/// Compares numbers in all lanes. For 8-byte numbers, the result register may overlap an operand.
template <class Of, class T> void comparison(std::byte* a, const std::byte* b, const std::byte* c, std::int64_t) {
    std::int32_t result[lanes_of_a_warp];
    const auto* const left = reinterpret_cast<const T*>(b);
    const auto* const right = reinterpret_cast<const T*>(c);
    for (int l = 0; l < lanes_of_a_warp; ++l) result[l] = Of{}(left[l], right[l]) ? 1 : 0;
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
    case Mathematics::rint: return std::rint(x);
    case Mathematics::tan: return std::tan(x);
    case Mathematics::asin: return std::asin(x);
    case Mathematics::acos: return std::acos(x);
    case Mathematics::atan: return std::atan(x);
    case Mathematics::sinh: return std::sinh(x);
    case Mathematics::cosh: return std::cosh(x);
    case Mathematics::cbrt: return std::cbrt(x);
    case Mathematics::log10: return std::log10(x);
    case Mathematics::log1p: return std::log1p(x);
    case Mathematics::expm1: return std::expm1(x);
    case Mathematics::erf: return std::erf(x);
    case Mathematics::erfc: return std::erfc(x);
    }
    return x;
}
template <class T> void mathematics(std::byte* a, const std::byte* b, const std::byte*, std::int64_t imm) {
    for (int l = 0; l < lanes_of_a_warp; ++l)
        reinterpret_cast<T*>(a)[l] = mathematics_of(reinterpret_cast<const T*>(b)[l], static_cast<Mathematics>(imm));
}

/// Returns the lane function for operand types B and C, or null if the operation is not defined for them.
template <class Of, class B, class C> constexpr LaneFunction function_of() {
    if constexpr (std::is_invocable_v<Of, B>) return one_operand<Of, B>;
    else if constexpr (!std::is_invocable_v<Of, B, C>) return nullptr;
    else if constexpr (std::is_same_v<std::invoke_result_t<Of, B, C>, bool>) return comparison<Of, B>;
    else return two_operands<Of, B, C>;
}

/// The lane functions of one operation, indexed by operand type (Class).
using Row = std::array<LaneFunction, classes>;
template <class Of> constexpr Row row(Of&) {
    return {function_of<Of, std::int32_t, std::int32_t>(),
            function_of<Of, std::uint32_t, std::uint32_t>(),
            function_of<Of, std::int64_t, std::int64_t>(),
            function_of<Of, std::uint64_t, std::uint64_t>(),
            function_of<Of, float, float>(),
            function_of<Of, double, double>()};
}
template <class Of> constexpr Row shifts(Of&) {
    return {function_of<Of, std::int32_t, std::int32_t>(), function_of<Of, std::uint32_t, std::int32_t>(),
            function_of<Of, std::int64_t, std::int32_t>(), function_of<Of, std::uint64_t, std::int32_t>()};
}

constexpr std::array<LaneFunction, families * classes> all_functions() {
    const Row rows[families] = {row(lane_add),
                                row(lane_sub),
                                row(lane_mul),
                                row(lane_div),
                                row(lane_rem),
                                row(lane_least),
                                row(lane_greatest),
                                row(lane_less),
                                row(lane_less_equal),
                                row(lane_equal),
                                row(lane_not_equal),
                                row(lane_and),
                                row(lane_or),
                                row(lane_xor),
                                shifts(lane_shift_left),
                                shifts(lane_shift_right),
                                row(lane_negate),
                                row(lane_not),
                                row(lane_absolute),
                                row(lane_population),
                                row(lane_leading_zeros),
                                row(lane_first_set),
                                {nullptr, nullptr, nullptr, nullptr, mathematics<float>, mathematics<double>},
                                row(lane_convert<std::int32_t>),
                                row(lane_convert<std::uint32_t>),
                                row(lane_convert<std::int64_t>),
                                row(lane_convert<std::uint64_t>),
                                row(lane_convert<float>),
                                row(lane_convert<double>),
                                row(lane_to_bool)};
    std::array<LaneFunction, families * classes> all{};
    for (std::size_t op = 0; op < all.size(); ++op) all[op] = rows[op / classes][op % classes];
    return all;
}

} // namespace

const std::array<LaneFunction, families* classes> lane_functions = all_functions();

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

/// checked_sum() adds or subtracts in all lanes without branches, so that the compiler can vectorize the loop. It
/// stores the result only if no lane overflows, because the result may overwrite an operand that the error message
/// needs.
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
    // Bits of the factors that differ from the sign bit in at least one lane.
    std::int32_t of_left = 0, of_right = 0;
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
    two_operands<decltype(lane_mul), std::int32_t, std::int32_t>(a, b, c, 0);
    return false;
}

template <Family family, Class of> bool checked_shift(std::byte* a, const std::byte* b, const std::byte* c) {
    constexpr Op op = operation(family, of);
    if (overflowing_shifts(op, b, c) != 0) return true;
    lane_functions[static_cast<std::size_t>(op)](a, b, c, 0);
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
    const auto set_shifts = [&]<Class... c>() {
        ((of(Family::shift_left, c) = checked_shift<Family::shift_left, c>), ...);
        ((of(Family::shift_right, c) = checked_shift<Family::shift_right, c>), ...);
    };
    set_shifts.operator()<Class::i32, Class::u32, Class::i64, Class::u64>();
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
