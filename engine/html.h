#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// For text between tags and in quoted attributes, in HTML and in XML. Control characters, which XML has no way to write,
/// become U+FFFD.
inline std::string html_escaped(std::string_view text) {
    std::string html;
    for (const char c : text) {
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        case '\'': html += "&#39;"; break;
        default:
            if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') html += "\xEF\xBF\xBD";
            else html += c;
        }
    }
    return html;
}

} // namespace warploom
