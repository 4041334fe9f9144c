#include "engine/simt/language/literals.h"

#include "engine/portable.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

namespace warploom::simt {

namespace {

bool is_figure(char c) { return c >= '0' && c <= '9'; }
int value_of_digit(char c) {
    if (is_figure(c)) return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

[[noreturn]] void refuse_number(const Token& token, const std::string& hint) {
    throw Refusal(token.place, sentence("`{number}` is not a valid number.", {{"number", token.text}}), hint);
}
[[noreturn]] void refuse_real(const Token& token) {
    refuse_number(token, sentence("Write, for example, 2.5, 1e-3, or 2.5f for single precision."));
}

/// Returns a numeric literal without its digit separators. For example, `1'000` becomes `1000`.
std::string without_marks(const Token& token, bool is_hex) {
    const std::string& text = token.text;
    const auto may_stand = [&](std::size_t i) {
        return i < text.size() && value_of_digit(text[i]) < (is_hex ? 16 : 10);
    };
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\'') plain += text[i];
        else if (i == 0 || !may_stand(i - 1) || !may_stand(i + 1))
            refuse_number(token, sentence("Write the digit separator ' between two digits, as in 1'000."));
    }
    return plain;
}

/// Returns whether an out-of-range floating-point literal is too small, that is, rounds to 0. If not, the literal is
/// too large.
bool is_too_small(std::string_view digits, bool is_hex) {
    const std::size_t mark = std::min(digits.find_first_of(is_hex ? "pP" : "eE"), digits.size());
    const std::string_view whole = digits.substr(0, mark);
    const std::size_t point = std::min(whole.find('.'), whole.size()), first = whole.find_first_not_of("0.");
    if (first == std::string_view::npos) return true;
    std::int64_t exponent = 0;
    if (mark < digits.size()) {
        const bool has_plus = digits[mark + 1] == '+';
        const char *const from = digits.data() + mark + (has_plus ? 2 : 1), *const to = digits.data() + digits.size();
        if (std::from_chars(from, to, exponent).ec == std::errc::result_out_of_range) return *from == '-';
    }
    const std::int64_t places = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
    return exponent / (is_hex ? 4 : 1) + places < 0;
}

template <class T> double parsed_real(const Token& token, std::string_view digits, bool is_hex) {
    T number = 0;
    const char* const end = digits.data() + digits.size();
    const auto parsed =
        portable::from_chars(digits.data(), end, number, is_hex ? std::chars_format::hex : std::chars_format::general);
    if (parsed.ptr != end || (parsed.ec != std::errc() && parsed.ec != std::errc::result_out_of_range))
        refuse_real(token);
    if (parsed.ec == std::errc()) return static_cast<double>(number);
    if (is_too_small(digits, is_hex)) return 0;
    throw Refusal(token.place,
                  sentence("Floating-point constant `{number}` is too large for `{type}`.",
                           {{"number", token.text}, {"type", token.is_float ? "float" : "double"}}),
                  token.is_float ? sentence("Remove the suffix `f` to make it a double.")
                                 : sentence("The largest double is about 1.8e308."));
}

void read_real(Token& token, const std::string& plain, bool is_hex) {
    token.kind = TokenKind::real;
    // Find the end of the digits. Only the letters of the suffix follow.
    std::size_t end = plain.find_last_of("0123456789.") + 1;
    if (is_hex && plain.find_first_of("pP") == std::string::npos)
        refuse_number(token, sentence("A hexadecimal floating-point number requires an exponent, as in 0x1.8p3."));
    const std::string suffix = plain.substr(end);
    token.is_float = suffix == "f" || suffix == "F";
    if (!suffix.empty() && !token.is_float && suffix != "l" && suffix != "L") refuse_real(token);
    const std::size_t begin = is_hex ? 2 : 0;
    const auto digits = std::string_view(plain).substr(begin, end - begin);
    token.real =
        token.is_float ? parsed_real<float>(token, digits, is_hex) : parsed_real<double>(token, digits, is_hex);
}

/// Removes the integer suffix, such as `u` or `ll`, and sets the signedness and width of the token.
void take_suffix(Token& token, std::string& digits) {
    std::string suffix;
    while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) {
        suffix.insert(suffix.begin(), digits.back());
        digits.pop_back();
    }
    constexpr std::array<std::string_view, 10> known{"", "u", "l", "L", "ll", "LL", "ul", "uL", "ull", "uLL"};
    std::string sorted; // the integer suffix, with `u` moved to its beginning
    for (const char c : suffix)
        if (c == 'u' || c == 'U') sorted.insert(sorted.begin(), 'u');
        else sorted += c;
    const std::size_t u = suffix.find_first_of("uU");
    // Whether `u` is in the middle of the suffix, as in 1lul. Such a suffix is invalid.
    const bool is_inside = u != std::string::npos && u > 0 && u + 1 < suffix.size();
    if (is_inside || std::find(known.begin(), known.end(), sorted) == known.end())
        refuse_number(token, sentence("Valid suffixes are u, l, ll, ul, and ull."));
    token.is_unsigned = u != std::string::npos;
    token.is_long = sorted.size() > (token.is_unsigned ? 1u : 0u);
}

/// Determines the type of an integer literal, which is the first type that can represent the value. As in C++, decimal
/// literals without `u` have only signed types.
void find_type(Token& token, bool is_decimal) {
    const std::uint64_t n = token.integer;
    const auto fits = [&](bool is_unsigned, bool is_long) {
        if ((token.is_long && !is_long) || (token.is_unsigned && !is_unsigned)) return false;
        if (is_unsigned && is_decimal && !token.is_unsigned) return false;
        const std::uint64_t most = is_long ? ~std::uint64_t{0} : 0xffffffffu;
        return n <= (is_unsigned ? most : most >> 1);
    };
    for (const auto& [is_unsigned, is_long] :
         {std::pair(false, false), std::pair(true, false), std::pair(false, true), std::pair(true, true)})
        if (fits(is_unsigned, is_long)) {
            token.is_unsigned = is_unsigned;
            token.is_long = is_long;
            return;
        }
    throw Refusal(
        token.place,
        sentence("Integer constant `{number}` is too large for a signed integer type.", {{"number", token.text}}),
        sentence("Add the suffix u. The smallest long long is -9223372036854775807 - 1."));
}

} // namespace

void read_number(Token& token) {
    const auto second = token.text.size() > 1 ? static_cast<char>(token.text[1] | 0x20) : '\0';
    const bool is_prefixed = token.text[0] == '0' && (second == 'x' || second == 'b'),
               is_hex = is_prefixed && second == 'x';
    const std::string plain = without_marks(token, is_hex);
    if (plain.find_first_of(is_hex ? ".pP" : ".eE") != std::string::npos && (is_hex || !is_prefixed))
        return read_real(token, plain, is_hex);
    token.kind = TokenKind::integer;
    std::string digits = plain;
    take_suffix(token, digits);
    const bool is_octal = !is_prefixed && digits.size() > 1 && digits[0] == '0';
    const int base = is_hex ? 16 : is_prefixed ? 2 : is_octal ? 8 : 10;
    const char *const from = digits.data() + (is_prefixed ? 2 : 0), *const to = digits.data() + digits.size();
    const auto parsed = std::from_chars(from, to, token.integer, base);
    if (parsed.ec == std::errc::result_out_of_range && parsed.ptr == to)
        throw Refusal(
            token.place,
            sentence("Integer constant `{number}` is too large for any integer type.", {{"number", token.text}}),
            sentence("The largest value is 18446744073709551615u."));
    if (parsed.ec == std::errc() && parsed.ptr == to) return find_type(token, base == 10);
    if (is_octal && std::all_of(from, to, is_figure))
        refuse_number(token, sentence("Numbers with a leading 0 are octal (digits 0 to 7). Remove the leading 0."));
    if (is_hex && digits.find_first_of("+-") != std::string::npos)
        refuse_number(token, sentence("C++ parses `e+` as part of the number. Insert a space before the operator."));
    refuse_number(token,
                  sentence("A name cannot start with a digit. A float literal requires a decimal point, as in 2.0f."));
}

char escaped_character(const std::string& text, std::size_t& at, SourceLocation place) {
    ++at;
    const char c = at < text.size() ? text[at] : '\n';
    constexpr std::string_view letters = "abfnrtv\\'\"?", meant = "\a\b\f\n\r\t\v\\'\"?";
    if (const std::size_t known = letters.find(c); known != std::string_view::npos) {
        ++at;
        return meant[known];
    }
    const bool is_hex = c == 'x';
    if (is_hex) ++at;
    unsigned number = 0;
    int digits = 0;
    for (; at < text.size() && (is_hex || digits < 3); ++at, ++digits) {
        const int digit = value_of_digit(text[at]);
        if (digit >= (is_hex ? 16 : 8)) break;
        number = std::min(number * (is_hex ? 16u : 8u) + static_cast<unsigned>(digit), 256u);
    }
    if (digits == 0)
        throw Refusal(
            place,
            is_hex      ? sentence("`\\x` has no hexadecimal digits.")
            : c == '\n' ? sentence("Stray backslash at the end of a line.")
                        : sentence("Unknown escape sequence `\\{character}`.", {{"character", std::string(1, c)}}),
            sentence("Valid escape sequences are \\n \\t \\r \\a \\b \\f \\v \\\\ \\' \\\" \\? \\0 \\101 and \\x41."));
    if (number > std::numeric_limits<unsigned char>::max())
        throw Refusal(place, sentence("Escape sequence is out of range: a char holds values up to 255."),
                      sentence("Write fewer digits."));
    return static_cast<char>(static_cast<unsigned char>(number));
}

} // namespace warploom::simt
