#pragma once

#include "engine/matrix/nearest_double.h"
#include "engine/portable.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace warploom {

// These parsers stop at the first byte that cannot be part of the number, and never read past a newline. They do not
// need an end pointer, but the text must end with a newline followed by eight readable bytes. Each parser advances `p`
// past the number. If it returns false, `p` is unspecified.

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

inline void skip_blanks(const char*& p) {
    while (is_blank(*p)) ++p;
}

/// Returns whether a number can end at this position, that is, whether whitespace or the end of the line follows.
inline bool at_word_end(const char* p) { return is_blank(*p) || *p == '\n' || *p == '\r'; }

namespace detail {

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/// Returns the number represented by eight ASCII digits, with the first digit in the lowest byte. The method was
/// published by Daniel Lemire.
inline std::uint64_t eight_digits(std::uint64_t bytes) {
    bytes = bytes * 10 + (bytes >> 8);
    return (((bytes & 0x000000ff000000ffu) * 0x000f424000000064u) +
            (((bytes >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
           32;
}

inline constexpr std::array<std::uint64_t, 8> powers_of_ten{1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

/// Parses all consecutive digits. `number` wraps around if there are too many digits. Processes eight digits at a time,
/// and then the remaining digits without a branch, because their count is unpredictable.
[[gnu::always_inline]] inline void take_digits(const char*& p, std::uint64_t& number) {
    for (;;) {
        std::uint64_t bytes;
        std::memcpy(&bytes, p, 8);
        bytes ^= 0x3030303030303030u; // maps each digit to its value, and all other bytes to 10 or more
        const std::uint64_t others = (bytes | (bytes + 0x7676767676767676u)) & 0x8080808080808080u;
        if (others == 0) {
            number = number * 100000000 + eight_digits(bytes);
            p += 8;
            continue;
        }
        const int count = std::countr_zero(others) >> 3, half = 32 - 4 * count;
        // Shift in zeros before the digits. Two shifts are necessary, because a shift by all 64 bits is undefined
        // behavior.
        number = number * powers_of_ten[static_cast<std::size_t>(count)] + eight_digits(bytes << half << half);
        p += count;
        return;
    }
}
#else
inline void take_digits(const char*& p, std::uint64_t& number) {
    for (; is_digit(*p); ++p) number = number * 10 + static_cast<std::uint64_t>(*p - '0');
}
#endif

/// Returns the number of digits, not counting leading zeros. The digits may include a decimal point.
[[gnu::noinline]] inline std::ptrdiff_t significant_digits(const char* begin, const char* end) {
    while (begin < end && (*begin == '0' || *begin == '.')) ++begin;
    std::ptrdiff_t count = 0;
    for (; begin < end; ++begin) count += is_digit(*begin);
    return count;
}

} // namespace detail

/// Parses an integer with an optional `+` and, after leading zeros, at most 18 digits.
[[gnu::always_inline]] inline bool parse_count(const char*& p, std::int64_t& number) {
    if (*p == '+') ++p;
    if (!is_digit(*p)) return false;
    const char *const begin = p, *q = p;
    std::uint64_t value = 0;
    detail::take_digits(q, value);
    p = q;
    if (q - begin > 18 && detail::significant_digits(begin, q) > 18) return false; // the number may have wrapped around
    number = static_cast<std::int64_t>(value);
    return at_word_end(q);
}

namespace detail {

/// Returns whether a number is too small for a double. It is called when from_chars() reports a range error.
inline bool is_tiny(const char* begin, const char* end) {
    std::int64_t exponent = 0, place = 0;
    bool point = false, leading = true;
    for (const char* p = begin; p < end; ++p) {
        if (*p == '.') {
            point = true;
        } else if (is_digit(*p)) {
            leading = leading && *p == '0';
            if (!point && !leading) ++place;
            if (point && leading) --place;
        } else if (*p == 'e' || *p == 'E') {
            const bool negative = p[1] == '-';
            p += p[1] == '-' || p[1] == '+' ? 2 : 1;
            for (; p < end && exponent < 1000000; ++p) exponent = exponent * 10 + (*p - '0');
            if (negative) exponent = -exponent;
            break;
        }
    }
    return exponent + place < 0;
}

/// Parses the letter and the digits (at most four) of a decimal exponent, and adds the exponent to `power`. Returns
/// false if there is no exponent.
[[gnu::noinline]] inline bool take_exponent(const char*& p, std::ptrdiff_t& power) {
    if ((*p | 32) != 'e' && (*p | 32) != 'd') return false;
    ++p;
    const bool minus = *p == '-';
    if (minus || *p == '+') ++p;
    const char* const begin = p;
    std::ptrdiff_t ten = 0;
    for (; is_digit(*p) && p - begin < 4; ++p) ten = ten * 10 + (*p - '0');
    power += minus ? -ten : ten;
    return p != begin;
}

/// Parses a number with the exact algorithm, which supports any number of digits, inf and nan, and exponents with `D`.
/// `p` must point after the sign.
[[gnu::noinline]] inline bool parse_real_slowly(const char*& p, double& number) {
    const char* end = p;
    while (!at_word_end(end)) ++end;
    const char* begin = p;
    p = end;
    if (*begin == '-' || *begin == '+') return false; // reject a second sign, which from_chars would accept
    std::string copy;
    for (const char* d = begin; d < end; ++d) {
        if (*d != 'D' && *d != 'd') continue;
        if (!is_digit(*begin) && *begin != '.') break; // the text is a word, not a number
        copy.assign(begin, end);
        copy[d - begin] = 'e';
        begin = copy.data();
        end = begin + copy.size();
        break;
    }
    const auto [stop, failure] = portable::from_chars(begin, end, number);
    if (failure == std::errc::result_out_of_range && stop == end && is_tiny(begin, end)) {
        number = 0;
        return true;
    }
    return failure == std::errc() && stop == end;
}

} // namespace detail

/// Parses a real number and rounds it correctly. Supports a sign, digits, a decimal point, an exponent with `e`, `E`,
/// `d` or `D`, and inf and nan. Numbers too small for a double become 0. Numbers too large for a double are rejected.
[[gnu::always_inline]] inline bool parse_real(const char*& p, double& number) {
    // Determine the sign without a branch, because the signs of matrix values are often unpredictable.
    const bool negative = *p == '-';
    const char* const begin = p + (negative | (*p == '+'));
    const char* q = begin;
    std::uint64_t mantissa = 0;
    if (is_digit(*q) && q[1] == '.') mantissa = static_cast<std::uint64_t>(*q++ - '0'); // usual notation: 1.5
    else detail::take_digits(q, mantissa);
    std::ptrdiff_t digits = q - begin, power = 0;
    if (*q == '.') {
        const char* const fraction = ++q;
        detail::take_digits(q, mantissa);
        power = fraction - q;
        digits -= power;
    }
    constexpr std::ptrdiff_t most = 19; // a number with at most this many digits fits in 64 bits
    bool fast = digits > 0 && (digits <= most || detail::significant_digits(begin, q) <= most);
    if (fast && !at_word_end(q)) fast = detail::take_exponent(q, power) && at_word_end(q);
    if (fast && nearest_double(mantissa, power, number)) {
        p = q;
    } else {
        p = begin;
        if (!detail::parse_real_slowly(p, number)) return false;
    }
    number = portable::bit_cast<double>(portable::bit_cast<std::uint64_t>(number) ^ std::uint64_t{negative} << 63);
    return true;
}

/// Parses an integer of any length and rounds it to the nearest double.
inline bool parse_integer(const char*& p, double& number) {
    const bool negative = *p == '-';
    if (negative || *p == '+') ++p;
    const char* const begin = p;
    std::uint64_t value = 0;
    detail::take_digits(p, value);
    if (p == begin || !at_word_end(p)) return false;
    if (p - begin <= 18) number = static_cast<double>(value);
    else if (portable::from_chars(begin, p, number).ec != std::errc()) return false;
    if (negative) number = -number;
    return true;
}

} // namespace warploom
