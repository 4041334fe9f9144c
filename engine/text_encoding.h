#pragma once

#include <string>

namespace warploom {

/// Returns a text in UTF-8. Converts UTF-16, which Windows editors call "Unicode", with a byte order mark or, for a
/// text of ASCII characters, without one; an unpaired surrogate becomes U+FFFD. Any other text is returned as it is.
std::string to_utf8(std::string text);
/// Whether to_utf8() converts this text.
bool is_utf16(const std::string& text);

} // namespace warploom
