#pragma once

#include <string>

namespace warploom {

/// Converts text to UTF-8. Recognizes UTF-16, which Windows editors call "Unicode", if it has a byte order mark or
/// contains only ASCII characters. An unpaired surrogate becomes U+FFFD. Any other text is returned unchanged.
std::string to_utf8(std::string text);
/// Returns whether a text is encoded as UTF-16, so that to_utf8() converts it.
bool is_utf16(const std::string& text);

} // namespace warploom
