#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

namespace warploom {

// The parsers below read until a byte that cannot continue the number and never past a newline, so text needs no
// bound, only a newline at its end (and, for parse_real, eight readable bytes behind it). Each moves `p` behind
// what it read; on false `p` is of no use.

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

inline void skip_blanks(const char*& p) {
    while (is_blank(*p)) ++p;
}

/// After a number there must be a blank or the end of the line.
inline bool at_word_end(const char* p) { return is_blank(*p) || *p == '\n' || *p == '\r'; }

/// A whole number with an optional `+`, at most 18 digits behind leading zeros.
inline bool parse_count(const char*& p, std::int64_t& number) {
    if (*p == '+') ++p;
    if (!is_digit(*p)) return false;
    const char* begin = p;
    std::uint64_t value = 0;
    for (; is_digit(*p); ++p) value = value * 10 + static_cast<std::uint64_t>(*p - '0');
    if (p - begin > 18) { // might have wrapped around: look again without the leading zeros
        while (*begin == '0') ++begin;
        if (p - begin > 18) return false;
    }
    number = static_cast<std::int64_t>(value);
    return at_word_end(p);
}

namespace detail {

inline constexpr std::array<double, 23> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Eight digits at once (after a trick published by Daniel Lemire): true and their value, or false.
inline bool eight_digits(const char* p, std::uint64_t& value) {
    if constexpr (std::endian::native != std::endian::little) return false;
    std::uint64_t chunk;
    std::memcpy(&chunk, p, 8);
    if (((chunk & 0xf0f0f0f0f0f0f0f0u) | (((chunk + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) >> 4)) !=
        0x3333333333333333u)
        return false;
    chunk -= 0x3030303030303030u;
    chunk = chunk * 10 + (chunk >> 8);
    value = (((chunk & 0x000000ff000000ffu) * 0x000f424000000064u) +
             (((chunk >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
            32;
    return true;
}

inline void take_digits(const char*& p, std::uint64_t& mantissa) {
    for (std::uint64_t eight; eight_digits(p, eight); p += 8) mantissa = mantissa * 100000000 + eight;
    for (; is_digit(*p); ++p) mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
}

/// Whether a word's magnitude is beyond double at the small end; called when from_chars found it out of range.
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

/// The exact way: any number of digits, inf and nan, `D` exponents. `p` stands behind the sign.
inline bool parse_real_slowly(const char*& p, double& number) {
    const char* end = p;
    while (!at_word_end(end)) ++end;
    const char* begin = p;
    p = end;
    if (*begin == '-' || *begin == '+') return false; // from_chars would take a second sign
    std::string copy;
    for (const char* d = begin; d < end; ++d) {
        if (*d != 'D' && *d != 'd') continue;
        if (!is_digit(*begin) && *begin != '.') break; // a word, not a number
        copy.assign(begin, end);
        copy[d - begin] = 'e';
        begin = copy.data();
        end = begin + copy.size();
        break;
    }
    const auto [stop, failure] = std::from_chars(begin, end, number);
    if (failure == std::errc::result_out_of_range && stop == end && is_tiny(begin, end)) {
        number = 0;
        return true;
    }
    return failure == std::errc() && stop == end;
}

} // namespace detail

/// A real number, rounded correctly: sign, digits, point, exponent by `e`, `E`, `d` or `D`; inf and nan. What is too
/// small for a double becomes 0, what is too large is refused.
inline bool parse_real(const char*& p, double& number) {
    const bool negative = *p == '-';
    if (negative || *p == '+') ++p;
    const char* const begin = p;
    std::uint64_t mantissa = 0;
    detail::take_digits(p, mantissa);
    std::ptrdiff_t digits = p - begin, exponent = 0;
    if (*p == '.') {
        const char* const fraction = ++p;
        detail::take_digits(p, mantissa);
        exponent = fraction - p;
        digits += p - fraction;
    }
    bool fast = digits > 0 && digits <= 19;
    if (fast && !at_word_end(p)) {
        if ((*p | 32) == 'e' || (*p | 32) == 'd') {
            ++p;
            const bool minus = *p == '-';
            if (minus || *p == '+') ++p;
            const char* const power = p;
            std::ptrdiff_t ten = 0;
            for (; is_digit(*p) && p - power < 4; ++p) ten = ten * 10 + (*p - '0');
            fast = p != power;
            exponent += minus ? -ten : ten;
        }
        fast = fast && at_word_end(p);
    }
    // Clinger's case: both the digits and the power of ten are exact, so one rounding gives the nearest double.
    constexpr std::uint64_t exact = std::uint64_t{1} << 53;
    if (fast && mantissa <= exact && exponent >= -22 && exponent <= 22) {
        const auto whole = static_cast<double>(mantissa);
        number = exponent < 0 ? whole / detail::powers_of_ten[-exponent] : whole * detail::powers_of_ten[exponent];
    } else {
        p = begin;
        if (!detail::parse_real_slowly(p, number)) return false;
    }
    if (negative) number = -number;
    return true;
}

/// A whole number of the field `integer`, of any length, as the nearest double.
inline bool parse_integer(const char*& p, double& number) {
    const bool negative = *p == '-';
    if (negative || *p == '+') ++p;
    const char* const begin = p;
    std::uint64_t value = 0;
    for (; is_digit(*p); ++p) value = value * 10 + static_cast<std::uint64_t>(*p - '0');
    if (p == begin || !at_word_end(p)) return false;
    if (p - begin <= 18) number = static_cast<double>(value);
    else if (std::from_chars(begin, p, number).ec != std::errc()) return false;
    if (negative) number = -number;
    return true;
}

} // namespace warploom
