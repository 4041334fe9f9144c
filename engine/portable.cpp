#include "engine/portable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace warploom::portable::stand_in {

namespace {

bool is_digit(char c, bool is_hex) {
    return (c >= '0' && c <= '9') || (is_hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

bool begins_with(const char* at, const char* last, std::string_view word) {
    if (last - at < static_cast<std::ptrdiff_t>(word.size())) return false;
    return std::equal(word.begin(), word.end(), at, [](char small, char c) { return small == (c | 0x20); });
}

/// Returns the position after inf, infinity, nan or nan(...), or `at` if there is none of these words.
const char* end_of_word(const char* at, const char* last) {
    if (begins_with(at, last, "infinity")) return at + 8;
    if (begins_with(at, last, "inf")) return at + 3;
    if (!begins_with(at, last, "nan")) return at;
    const char* end = at + 3;
    if (end == last || *end != '(') return end;
    for (const char* p = end + 1; p < last; ++p) {
        if (*p == ')') return p + 1;
        if (*p != '_' && !is_digit(*p, false) && !((*p | 0x20) >= 'a' && (*p | 0x20) <= 'z')) break;
    }
    return end;
}

/// Returns the position after the digits, the decimal point and the exponent of a number, or `at` if there are no
/// digits.
const char* end_of_number(const char* at, const char* last, bool is_hex) {
    const char* p = at;
    bool has_digits = false;
    for (bool has_point = false; p < last; ++p) {
        if (is_digit(*p, is_hex)) has_digits = true;
        else if (*p == '.' && !has_point) has_point = true;
        else break;
    }
    if (!has_digits) return at;
    if (p < last && (*p | 0x20) == (is_hex ? 'p' : 'e')) {
        const char* exponent = p + 1;
        if (exponent < last && (*exponent == '-' || *exponent == '+')) ++exponent;
        if (exponent < last && is_digit(*exponent, false)) {
            while (exponent < last && is_digit(*exponent, false)) ++exponent;
            p = exponent;
        }
    }
    return p;
}

template <class T>
std::from_chars_result read(const char* first, const char* last, T& number, std::chars_format format) {
    const bool is_hex = format == std::chars_format::hex;
    const char* const begin = first + (first < last && *first == '-');
    const char* end = end_of_word(begin, last);
    const bool is_word = end != begin;
    if (!is_word) end = end_of_number(begin, last, is_hex);
    if (end == begin) return {first, std::errc::invalid_argument};
    std::string text(first, begin);
    if (is_hex && !is_word) text += "0x";
    text.append(begin, end);
    T value = 0;
    if constexpr (sizeof(T) == sizeof(float)) value = std::strtof(text.c_str(), nullptr);
    else value = std::strtod(text.c_str(), nullptr);
    const bool has_digit =
        std::any_of(begin, std::find_if(begin, end, [&](char c) { return (c | 0x20) == (is_hex ? 'p' : 'e'); }),
                    [&](char c) { return c != '0' && is_digit(c, is_hex); });
    if (!is_word && (std::isinf(value) || (value == 0 && has_digit))) return {end, std::errc::result_out_of_range};
    number = value;
    return {end, std::errc()};
}

std::to_chars_result written(char* first, char* last, std::string_view text) {
    if (last - first < static_cast<std::ptrdiff_t>(text.size())) return {last, std::errc::value_too_large};
    return {std::copy(text.begin(), text.end(), first), std::errc()};
}

std::string printed(const char* format, int digits, double number) {
    std::array<char, 1100> text{};
    const int length = std::snprintf(text.data(), text.size(), format, digits, number);
    return {text.data(), static_cast<std::size_t>(length)};
}

/// A decimal number in scientific notation, d.ddde+xx: the digits without the decimal point, and the exponent xx.
struct Digits {
    std::string digits;
    int exponent = 0;

    std::string scientific() const {
        std::string text = digits.substr(0, 1);
        if (digits.size() > 1) text += "." + digits.substr(1);
        const int size = std::abs(exponent);
        return text + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") + std::to_string(size);
    }
};

/// Increments the last digit of a decimal number, and carries if necessary.
void go_up(Digits& number) {
    std::size_t at = number.digits.size();
    while (at > 0 && number.digits[at - 1] == '9') number.digits[--at] = '0';
    if (at > 0) {
        ++number.digits[at - 1];
    } else {
        number.digits[0] = '1';
        ++number.exponent;
    }
}

/// Returns the shortest decimal number that converts back to the same double. If there are several of that length,
/// returns the nearest one. `number` must be finite and positive.
Digits shortest_digits(double number) {
    constexpr int always_enough = 17;
    for (int count = 1;; ++count) {
        const std::string text = printed("%.*e", count - 1, number);
        Digits found;
        found.digits = text.substr(0, 1);
        if (count > 1) found.digits += text.substr(2, static_cast<std::size_t>(count - 1));
        found.exponent = std::atoi(text.c_str() + text.find('e') + 1);
        if (count == always_enough || std::strtod(text.c_str(), nullptr) == number) return found;
        // At a power of two, the next smaller double is only half as far away as the next larger one. The nearest
        // decimal number may therefore fail to convert back, even though the next larger decimal number succeeds.
        go_up(found);
        if (std::strtod(found.scientific().c_str(), nullptr) == number) return found;
    }
}

std::string fixed(double number, const Digits& shortest) {
    const int behind = static_cast<int>(shortest.digits.size()) - 1 - shortest.exponent;
    if (behind <= 0) return printed("%.*f", 0, number); // write integers with all of their digits
    std::string text = shortest.digits;
    if (behind >= static_cast<int>(text.size()))
        text.insert(0, static_cast<std::size_t>(behind) + 1 - text.size(), '0');
    return text.insert(text.size() - static_cast<std::size_t>(behind), 1, '.');
}

std::string special(double number) { return std::isnan(number) ? "nan" : std::isinf(number) ? "inf" : "0"; }

std::string with_sign(double number, std::string text) { return (std::signbit(number) ? "-" : "") + std::move(text); }

} // namespace

std::from_chars_result from_chars(const char* first, const char* last, double& number, std::chars_format format) {
    return read(first, last, number, format);
}
std::from_chars_result from_chars(const char* first, const char* last, float& number, std::chars_format format) {
    return read(first, last, number, format);
}

std::to_chars_result to_chars(char* first, char* last, double number) {
    const double size = std::abs(number);
    if (!std::isfinite(size) || size == 0) return written(first, last, with_sign(number, special(size)));
    const Digits shortest = shortest_digits(size);
    const std::string as_power = shortest.scientific();
    // Do not try fixed notation with very many digits, because scientific notation is shorter.
    const bool may_be_fixed = std::abs(shortest.exponent) < 30;
    const std::string plain = may_be_fixed ? fixed(size, shortest) : std::string();
    return written(first, last, with_sign(number, may_be_fixed && plain.size() <= as_power.size() ? plain : as_power));
}

std::to_chars_result to_chars(char* first, char* last, double number, std::chars_format format) {
    const double size = std::abs(number);
    if (format == std::chars_format::general) return to_chars(first, last, number);
    if (!std::isfinite(size)) return written(first, last, with_sign(number, special(size)));
    if (size == 0) return written(first, last, with_sign(number, format == std::chars_format::fixed ? "0" : "0e+00"));
    const Digits shortest = shortest_digits(size);
    return written(
        first, last,
        with_sign(number, format == std::chars_format::fixed ? fixed(size, shortest) : shortest.scientific()));
}

std::to_chars_result to_chars(char* first, char* last, double number, std::chars_format format, int precision) {
    const double size = std::abs(number);
    if (!std::isfinite(size)) return written(first, last, with_sign(number, special(size)));
    const char* const as = format == std::chars_format::general ? "%.*g"
                           : format == std::chars_format::fixed ? "%.*f"
                                                                : "%.*e";
    return written(first, last, with_sign(number, printed(as, precision, size)));
}

} // namespace warploom::portable::stand_in
