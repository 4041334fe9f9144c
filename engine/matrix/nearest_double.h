#pragma once

#include "engine/portable.h"

#include <array>
#include <bit>
#include <cstdint>

namespace warploom {

namespace detail {

/// The 128 most significant bits of a power of five. The first of these bits is always 1. The power is truncated if the
/// exponent is not negative, and rounded up otherwise.
struct PowerOfFive {
    std::uint64_t high = 0, low = 0;
};

constexpr int lowest_power = -330, highest_power = 308;

/// An integer with enough bits for 5^308 and 2^1023. Used to compute powers of five at compile time.
class WideNumber {
public:
    constexpr explicit WideNumber(int bit) { words_[bit / 32] = std::uint32_t{1} << bit % 32; }

    constexpr void multiply_by_five() {
        std::uint64_t carry = 0;
        for (std::uint32_t& word : words_) {
            carry += std::uint64_t{word} * 5;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    constexpr void divide_by_five() {
        std::uint64_t rest = 0;
        for (int k = count - 1; k >= 0; --k) {
            rest = rest << 32 | words_[k];
            words_[k] = static_cast<std::uint32_t>(rest / 5);
            rest %= 5;
        }
    }
    constexpr PowerOfFive highest_bits() const {
        int top = count - 1;
        while (words_[top] == 0) --top;
        const int shift = std::countl_zero(words_[top]);
        const auto word = [&](int k) -> std::uint64_t {
            const auto at = [&](int i) -> std::uint64_t { return i < 0 ? 0 : words_[i]; };
            return static_cast<std::uint32_t>((at(top - k) << 32 | at(top - k - 1)) << shift >> 32);
        };
        return {word(0) << 32 | word(1), word(2) << 32 | word(3)};
    }

private:
    static constexpr int count = 32;
    std::array<std::uint32_t, count> words_{};
};

constexpr auto make_powers_of_five() {
    std::array<PowerOfFive, highest_power - lowest_power + 1> powers{};
    WideNumber number(0);
    for (int power = 0; power <= highest_power; ++power, number.multiply_by_five())
        powers[power - lowest_power] = number.highest_bits();
    // Repeated division with truncation gives the same result as a single division. 2^1023 / 5^330 still has more than
    // 128 bits.
    WideNumber inverse(1023);
    for (int power = -1; power >= lowest_power; --power) {
        inverse.divide_by_five();
        PowerOfFive bits = inverse.highest_bits();
        if (++bits.low == 0) ++bits.high;
        powers[power - lowest_power] = bits;
    }
    return powers;
}

inline constexpr auto powers_of_five = make_powers_of_five();

} // namespace detail

/// Computes the double nearest to digits x 10^power, rounding ties to even. Returns false for numbers outside the
/// normal range, for powers outside the table, and in the rare cases that the algorithm cannot resolve. Based on
/// Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51 (2021), section 5.
/// Multiplying by the upper 64 bits of the power of five is nearly always sufficient to determine the rounding. If it
/// is not, the product with the next 64 bits is added.
[[gnu::always_inline]] inline bool nearest_double(std::uint64_t digits, std::int64_t power, double& number) {
    if (digits == 0) {
        number = 0;
        return true;
    }
    if (power < detail::lowest_power || power > detail::highest_power) return false;
    __extension__ using wide = unsigned __int128;
    const detail::PowerOfFive five = detail::powers_of_five[static_cast<std::size_t>(power - detail::lowest_power)];
    const int zeros = std::countl_zero(digits);
    const std::uint64_t factor = digits << zeros;
    wide product = static_cast<wide>(factor) * five.high;
    // The product has nine bits below the 53 bits of a double and the rounding bit. If all nine bits are 1, a carry
    // from lower bits could reach the rounding bit.
    if ((static_cast<std::uint64_t>(product >> 64) & 0x1ff) == 0x1ff)
        product += static_cast<wide>(factor) * five.low >> 64;
    const auto high = static_cast<std::uint64_t>(product >> 64), low = static_cast<std::uint64_t>(product);
    // The truncated bits of the power could still change the result, unless the power is exact.
    if (low == ~std::uint64_t{0} && (power < -27 || power > 55)) return false;

    const int top = static_cast<int>(high >> 63);
    std::uint64_t mantissa = high >> (top + 9); // mantissa with 53 bits, and one rounding bit
    // The exponent is floor(power x log2(10)), plus the number of bits of the product, plus the exponent bias.
    const std::int64_t exponent = ((217706 * power) >> 16) + 63 + top - zeros + 1023;
    if (exponent <= 0 || exponent >= 2046) return false;
    // The number is halfway between two doubles, so round to even. This can happen only for these powers.
    if (low <= 1 && power >= -4 && power <= 23 && (mantissa & 3) == 1 && mantissa << (top + 9) == high) --mantissa;
    mantissa = (mantissa + 1) >> 1;
    // If rounding carries the mantissa to 2^53, the addition also increments the exponent.
    constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;
    number = portable::bit_cast<double>((static_cast<std::uint64_t>(exponent) << 52) + (mantissa - hidden_bit));
    return true;
}

} // namespace warploom
