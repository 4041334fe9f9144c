#include "engine/terminal_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace warploom {

namespace {

struct Letter {
    std::uint32_t code = 0;
    std::size_t bytes = 0; ///< length of the UTF-8 sequence; 0 if it is invalid
};

/// Decodes one UTF-8 character. Treats overlong forms, surrogates and truncated sequences as invalid.
Letter letter_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return {first, 1};
    const std::size_t bytes = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    if (bytes == 0 || first >= 0xf8 || at + bytes > text.size()) return {};
    std::uint32_t code = first & (0x7fU >> bytes);
    for (std::size_t i = at + 1; i < at + bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) return {};
        code = code << 6U | (byte(i) & 0x3fU);
    }
    static constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool is_half = code >= 0xd800 && code < 0xe000;
    return code < least[bytes] || code > 0x10ffff || is_half ? Letter{} : Letter{code, bytes};
}

/// Returns whether a character is a control character (C0 or C1), a bidirectional formatting character, or invalid in
/// XML.
bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 || code == 0xfffe ||
           code == 0xffff || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0x200e || code == 0x200f || code == 0x061c;
}

std::string shown(std::uint32_t code) {
    std::array<char, 16> text{};
    // From 0x7f on, use JSON escapes, so that an escaped JSON document remains equivalent. JSON itself already escapes
    // everything below 0x20.
    std::snprintf(text.data(), text.size(), code < 0x20 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(code));
    return text.data();
}

std::string shown_byte(char byte) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    return text.data();
}

bool is_kept(std::string_view text, std::size_t at) {
    return text[at] == '\t' || text[at] == '\n' || (text[at] == '\r' && text.substr(at + 1, 1) == "\n");
}

std::string visible(std::string_view text, bool is_name) {
    std::string all;
    std::size_t plain = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Letter letter = letter_at(text, at);
        const bool is_shown = letter.bytes == 0 || (is_control(letter.code) && (is_name || !is_kept(text, at)));
        const std::size_t end = at + (letter.bytes == 0 ? 1 : letter.bytes);
        if (is_shown) {
            all += text.substr(plain, at - plain);
            all += letter.bytes == 0 ? shown_byte(text[at]) : shown(letter.code);
            plain = end;
        }
        at = end;
    }
    return all.append(text.substr(plain));
}

} // namespace

std::string for_terminal(std::string_view text) { return visible(text, false); }
std::string in_one_line(std::string_view text) { return visible(text, true); }

void tell_on(std::string_view text) {
    const std::string safe = for_terminal(text);
    std::fwrite(safe.data(), 1, safe.size(), stderr);
}

void tell(std::string_view sentence) { tell_on(std::string(sentence) + "\n"); }

} // namespace warploom
