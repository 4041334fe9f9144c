#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warploom {

/// Converts text to UTF-8. Recognizes UTF-16, which Windows editors call "Unicode", if it has a byte order mark or
/// contains only ASCII characters. An unpaired surrogate becomes U+FFFD. Text in other encodings is returned unchanged.
std::string to_utf8(std::string text);
/// Returns whether a text is encoded as UTF-16. If so, to_utf8() converts it.
bool is_utf16(const std::string& text);

/// Converts UTF-16 to UTF-8. The text can be divided into pieces of any size.
class Utf16Decoder {
public:
    explicit Utf16Decoder(bool is_little_endian) : is_little_(is_little_endian) {}

    /// Converts the next piece and appends the result to `to`. If a character continues in the next piece, it is
    /// appended together with that piece.
    void decode(std::string_view bytes, std::string& to);
    /// Must be called at the end of the text. An unpaired surrogate at the end becomes U+FFFD, and half a code unit is
    /// ignored.
    void finish(std::string& to);

private:
    void add_unit(std::uint32_t unit, std::string& to);

    bool is_little_;
    std::optional<unsigned char> half_unit_; ///< first byte of a code unit whose second byte is in the next piece
    std::uint32_t high_surrogate_ = 0;       ///< high surrogate that awaits its low surrogate; 0 for none
};

/// Returns std::nullopt if the text does not start with the byte order mark of UTF-16. Otherwise, returns whether it is
/// little-endian.
std::optional<bool> utf16_mark(std::string_view text);

} // namespace warploom
