#include "engine/text_encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warploom {

namespace {

enum class ByteOrder : std::uint8_t { none, little, big };

ByteOrder byte_order_of(const std::string& text) {
    if (text.size() < 2) return ByteOrder::none;
    if (const auto is_little = utf16_mark(text)) return *is_little ? ByteOrder::little : ByteOrder::big;
    constexpr std::size_t looked_at = 64; // number of leading bytes to check for zero bytes, which indicate UTF-16
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

std::optional<bool> utf16_mark(std::string_view text) {
    if (text.starts_with("\xff\xfe")) return true;
    if (text.starts_with("\xfe\xff")) return false;
    return std::nullopt;
}

void Utf16Decoder::add_unit(std::uint32_t unit, std::string& to) {
    constexpr std::uint32_t replacement = 0xfffd, high = 0xd800, low = 0xdc00;
    const auto is_surrogate = [unit](std::uint32_t first) { return (unit & 0xfc00u) == first; };
    if (high_surrogate_ != 0) {
        const std::uint32_t before = high_surrogate_;
        high_surrogate_ = 0;
        if (is_surrogate(low)) return append(to, 0x10000 + ((before & 0x3ffu) << 10 | (unit & 0x3ffu)));
        append(to, replacement);
    }
    if (is_surrogate(high)) high_surrogate_ = unit;
    else append(to, is_surrogate(low) ? replacement : unit);
}

void Utf16Decoder::decode(std::string_view bytes, std::string& to) {
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (!half_unit_) {
            half_unit_ = byte;
            continue;
        }
        const std::uint32_t first = *half_unit_, second = byte;
        half_unit_.reset();
        add_unit(is_little_ ? second << 8 | first : first << 8 | second, to);
    }
}

void Utf16Decoder::finish(std::string& to) {
    if (high_surrogate_ != 0) append(to, 0xfffd);
    high_surrogate_ = 0;
}

std::string to_utf8(std::string text) {
    const ByteOrder order = byte_order_of(text);
    if (order == ByteOrder::none) return text;
    std::string made;
    made.reserve(text.size());
    Utf16Decoder decoder(order == ByteOrder::little);
    decoder.decode(std::string_view(text).substr(utf16_mark(text) ? 2 : 0), made);
    decoder.finish(made);
    return made;
}

} // namespace warploom
