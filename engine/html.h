#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// Escapes text for use between tags and in quoted attributes of HTML and XML. Replaces U+FFFE, U+FFFF and control
/// characters, which XML cannot represent, with U+FFFD.
inline std::string html_escaped(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD", no_characters[] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF"};
    std::string html;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        case '\'': html += "&#39;"; break;
        default:
            if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') {
                html += replacement;
            } else if (const auto three = text.substr(i, 3); three == no_characters[0] || three == no_characters[1]) {
                html += replacement;
                i += 2;
            } else html += c;
        }
    }
    return html;
}

} // namespace warploom
