#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// For text between tags and in quoted attributes, in HTML and in XML. Control characters and the two last places of the
/// plane, which XML has no way to write, become U+FFFD.
inline std::string html_escaped(std::string_view text) {
    std::string html;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (const auto three = text.substr(i, 3); three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
            html += "\xEF\xBF\xBD";
            i += 2;
            continue;
        }
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
