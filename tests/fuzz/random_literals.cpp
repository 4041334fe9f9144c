#include "fuzz/random_literals.h"

#include <algorithm>
#include <array>
#include <vector>

namespace warploom::fuzz {

namespace {

std::string digits_of(std::uint64_t number, unsigned base, Chance& chance) {
    const bool is_large = chance.one_in(2);
    std::string digits;
    do {
        const char digit = "0123456789abcdef"[number % base];
        digits += is_large && digit >= 'a' ? static_cast<char>(digit - 'a' + 'A') : digit;
        number /= base;
    } while (number > 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

/// Adds digit separators: 1'000'000.
std::string with_separators(std::string digits, Chance& chance) {
    if (digits.size() < 2 || !chance.one_in(6)) return digits;
    for (std::size_t at = digits.size() - 1; at > 0; --at)
        if (chance.one_in(3)) digits.insert(at, 1, '\'');
    return digits;
}

std::uint64_t interesting_number(Chance& chance) {
    if (chance.one_in(2)) return static_cast<std::uint64_t>(chance.below(20));
    if (chance.one_in(3)) return chance.bits() >> chance.below(64);
    constexpr std::array<int, 6> widths{7, 8, 15, 16, 31, 32};
    const std::uint64_t power = chance.one_in(8) ? std::uint64_t{1} << 63 : std::uint64_t{1} << chance.of(widths);
    return power + static_cast<std::uint64_t>(chance.below(3)) - 1;
}

/// Returns the first type that can represent the number, according to C++.
Number type_of_literal(std::uint64_t number, bool is_decimal, bool is_unsigned, bool is_long) {
    const bool may_be_unsigned = is_unsigned || !is_decimal;
    if (!is_long) {
        if (number <= 0x7fffffffu && !is_unsigned) return Number::int32;
        if (number <= 0xffffffffu && may_be_unsigned) return Number::uint32;
    }
    return number <= 0x7fffffffffffffffu && !is_unsigned ? Number::int64 : Number::uint64;
}

Literal varied_whole(std::uint64_t number, Chance& chance) {
    static const std::vector<std::string> suffixes{"",   "",   "",   "u",  "U",   "l",   "L",   "ll",
                                                   "LL", "ul", "UL", "lu", "ull", "ULL", "llu", "LLU"};
    static const std::vector<unsigned> bases{10, 10, 10, 16, 16, 8, 2};
    const unsigned base = chance.of(bases);
    std::string suffix = chance.of(suffixes);
    if (base == 10 && number > 0x7fffffffffffffffu && suffix.find_first_of("uU") == std::string::npos) suffix = "u";
    const bool is_unsigned = suffix.find_first_of("uU") != std::string::npos;
    const bool is_long = suffix.find_first_of("lL") != std::string::npos;
    const char* const before = base == 16  ? (chance.one_in(2) ? "0x" : "0X")
                               : base == 8 ? "0"
                               : base == 2 ? (chance.one_in(2) ? "0b" : "0B")
                                           : "";
    return {before + with_separators(digits_of(number, base, chance), chance) + suffix,
            type_of_literal(number, base == 10, is_unsigned, is_long)};
}

std::string character(Chance& chance, bool has_escapes) {
    static const std::vector<std::string> plain{"a", "z", "A", "0", " ", "+", "\\n", "\\t", "\\0", "\\\\", "\\'"};
    static const std::vector<std::string> rare{"\\a",   "\\b",   "\\f",   "\\v",  "\\r",  "\\\"",  "\\?",
                                               "\\x41", "\\x7f", "\\x80", "\\7",  "\\12", "\\101", "\\377",
                                               "\\xff", "\\x0",  "\"",    "\\xA", "\\0",  "\\x9"};
    return "'" + chance.of(has_escapes && chance.one_in(2) ? rare : plain) + "'";
}

} // namespace

const char* name_of(Number of) {
    constexpr std::array<const char*, numbers> names{
        "bool",     "char",      "unsigned char",      "short", "unsigned short", "int",
        "unsigned", "long long", "unsigned long long", "float", "double"};
    return names[static_cast<std::size_t>(of)];
}

std::string any_name_of(Number of, Chance& chance) {
    if (chance.one_in(2)) return name_of(of);
    switch (of) {
    case Number::int8: return "signed char";
    case Number::int16: return chance.one_in(2) ? "short int" : "signed short";
    case Number::uint16: return "unsigned short int";
    case Number::int32: return chance.one_in(2) ? "signed" : "signed int";
    case Number::uint32: return "unsigned int";
    case Number::int64: return chance.one_in(2) ? "long" : "long long int";
    case Number::uint64: return chance.one_in(2) ? "size_t" : "unsigned long";
    default: return name_of(of);
    }
}

Literal whole_literal(Chance& chance, bool is_varied, bool has_escapes) {
    if (chance.one_in(12)) return {character(chance, has_escapes), Number::int8};
    if (chance.one_in(15)) return {chance.one_in(2) ? "true" : "false", Number::boolean};
    const std::uint64_t number = interesting_number(chance);
    if (!is_varied) return {std::to_string(number & 0x7fffffffu), Number::int32};
    return varied_whole(number, chance);
}

Literal small_literal(Chance& chance, int first, int last, bool is_varied) {
    const auto number = static_cast<std::uint64_t>(chance.from(first, last));
    if (!is_varied) return {std::to_string(number), Number::int32};
    return varied_whole(number, chance);
}

Literal real_literal(Chance& chance, bool is_varied) {
    const bool is_float = chance.one_in(3);
    const std::string suffix = is_float ? (chance.one_in(2) ? "f" : "F") : "";
    const Number type = is_float ? Number::float32 : Number::float64;
    static const std::vector<std::string> plain{"0.5", "1.0", "2.5", "0.1", "3.25", "1e3", "100.0", "0.001"};
    if (!is_varied || chance.one_in(3)) return {chance.of(plain) + suffix, type};
    static const std::vector<std::string> odd{"5.",      ".5",     "1e0",    "1E+2",      "12e-1", "0x1.8p3",
                                              "0X.8P-2", "0x1p+4", "0x3.p0", "1.",        "007.5", "09.5",
                                              "1'000.5", "3.4e38", "1e-45",  "16777217.0"};
    if (chance.one_in(3)) return {chance.of(odd) + suffix, type};
    std::string digits = std::to_string(chance.bits() >> chance.below(60) | 1);
    if (chance.one_in(2)) {
        digits = digits[0] + std::string(".") + digits.substr(1, 3) + "1";
        if (chance.one_in(2))
            digits += (chance.one_in(2) ? "e" : "E") +
                      std::to_string(is_float ? chance.from(-40, 37) : chance.from(-310, 300));
    } else {
        if (chance.one_in(3)) digits += std::to_string(chance.bits()); // more digits than a double can represent
        const auto most = std::min<std::size_t>(digits.size(), 20);
        digits.insert(static_cast<std::size_t>(chance.from(1, static_cast<int>(most))), 1, '.');
    }
    return {digits + suffix, type};
}

std::string text_literal(Chance& chance, bool has_escapes) {
    static const std::vector<std::string> plain{"a",   "k ",   "= ",   "%%", ", ", ":", "\\n",
                                                "\\t", "\\\\", "\\\"", "'",  "//", "/*"};
    static const std::vector<std::string> rare{"\\a",    "\\b",         "\\f",     "\\v",  "\\r",   "\\'",
                                               "\\?",    "\\x41\" \"",  "\\101",   "\\7",  "\\12z", "\\1018",
                                               "\\x7ez", "\\x42\" \"c", "z\" \"9", "\\377"};
    std::string text = "\"";
    for (int piece = chance.below(5); piece > 0; --piece)
        text += chance.of(has_escapes && chance.one_in(2) ? rare : plain);
    return text + "\"";
}

Conversion conversion(Chance& chance) {
    static const std::vector<std::string> flags{"", "", "", "-", "+", " ", "#", "0", "-#", "+0", "# ", "-+"};
    static const std::vector<std::string> widths{"", "", "", "1", "5", "12", "30"};
    static const std::vector<std::string> precisions{"", "", "", ".0", ".", ".2", ".7", ".19"};
    struct Length {
        const char* text;
        Number is, is_unsigned;
    };
    static const std::vector<Length> lengths{
        {"", Number::int32, Number::uint32},  {"", Number::int32, Number::int32},
        {"hh", Number::int32, Number::int32}, {"h", Number::int32, Number::int32},
        {"l", Number::int64, Number::uint64}, {"ll", Number::int64, Number::uint64},
        {"ll", Number::int64, Number::int64}, {"z", Number::uint64, Number::uint64}};
    const std::string width = chance.of(widths), precision = chance.of(precisions);
    std::string flag = chance.of(flags);
    if (chance.one_in(8)) return {(chance.one_in(2) ? "%" : "%-") + width + "c", Number::int32, true};
    if (chance.one_in(3))
        return {"%" + flag + width + precision + (chance.one_in(5) ? "l" : "") + "feEgGF"[chance.below(6)],
                Number::float64};
    const Length& length = chance.of(lengths);
    const char kind = "diuxXo"[chance.below(6)];
    const bool is_decimal = kind == 'd' || kind == 'i';
    // Combinations that are undefined in C are removed.
    flag.erase(std::remove_if(flag.begin(), flag.end(),
                              [&](char c) {
                                  return (c == '#' && (is_decimal || kind == 'u')) ||
                                         ((c == '+' || c == ' ') && !is_decimal);
                              }),
               flag.end());
    return {"%" + flag + width + precision + length.text + kind, is_decimal ? length.is : length.is_unsigned};
}

} // namespace warploom::fuzz
