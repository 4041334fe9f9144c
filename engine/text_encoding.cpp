#include "engine/text_encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warploom {

namespace {

enum class ByteOrder : std::uint8_t { none, little, big };

ByteOrder byte_order_of(const std::string& text) {
    if (text.size() < 2) return ByteOrder::none;
    if (text.compare(0, 2, "\xff\xfe") == 0) return ByteOrder::little;
    if (text.compare(0, 2, "\xfe\xff") == 0) return ByteOrder::big;
    constexpr std::size_t looked_at = 64; // bytes to examine for the zeros of UTF-16
    const std::size_t bytes = std::min(text.size(), looked_at) / 2 * 2;
    if (bytes < 4) return ByteOrder::none;
    std::size_t zeros[2] = {};
    for (std::size_t i = 0; i < bytes; ++i) zeros[i % 2] += text[i] == '\0' ? 1 : 0;
    if (zeros[0] == 0 && zeros[1] == bytes / 2) return ByteOrder::little;
    return zeros[1] == 0 && zeros[0] == bytes / 2 ? ByteOrder::big : ByteOrder::none;
}

void append(std::string& to, std::uint32_t code) {
    const auto put = [&](std::uint32_t byte) { to += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            put(0xe0 | code >> 12);
        } else {
            put(0xf0 | code >> 18);
            put(0x80 | (code >> 12 & 0x3f));
        }
        put(0x80 | (code >> 6 & 0x3f));
    }
    put(0x80 | (code & 0x3f));
}

} // namespace

bool is_utf16(const std::string& text) { return byte_order_of(text) != ByteOrder::none; }

std::string to_utf8(std::string text) {
    const ByteOrder order = byte_order_of(text);
    if (order == ByteOrder::none) return text;
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
        return order == ByteOrder::little ? byte(at + 1) << 8 | byte(at) : byte(at) << 8 | byte(at + 1);
    };
    const auto is_surrogate = [](std::uint32_t code, std::uint32_t first) { return (code & 0xfc00u) == first; };
    constexpr std::uint32_t mark = 0xfeff, replacement = 0xfffd, high = 0xd800, low = 0xdc00;
    std::string made;
    made.reserve(text.size());
    for (std::size_t at = unit(0) == mark ? 2 : 0; at + 1 < text.size(); at += 2) {
        std::uint32_t code = unit(at);
        if (is_surrogate(code, high) && at + 3 < text.size() && is_surrogate(unit(at + 2), low)) {
            code = 0x10000 + ((code & 0x3ffu) << 10 | (unit(at + 2) & 0x3ffu));
            at += 2;
        } else if (is_surrogate(code, high) || is_surrogate(code, low)) {
            code = replacement;
        }
        append(made, code);
    }
    return made;
}

} // namespace warploom
