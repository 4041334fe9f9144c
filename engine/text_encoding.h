#pragma once

#include <string>

namespace warploom {

/// Converts text to UTF-8. Recognizes UTF-16, which Windows editors call "Unicode", if it has a byte order mark or
/// contains only ASCII characters. An unpaired surrogate becomes U+FFFD. Any other text is returned unchanged.
std::string to_utf8(std::string text);
/// Returns whether to_utf8() converts this text.
bool is_utf16(const std::string& text);

} // namespace warploom
