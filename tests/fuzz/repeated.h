#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

namespace warploom::fuzz {

/// Expands a short text that represents a long one: @3`a$,` becomes "a0,a1,a2,", and `^` in it is the next number. A
/// source of 200 KB thus fits in a few lines, which a fuzzer can change effectively. Counts are multiplied by `factor`,
/// and repetitions end after about `longest` characters. Deterministic.
inline std::string repeated(const std::string& text, std::size_t longest, std::size_t factor = 1) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::size_t digits = at + 1, count = 0;
        if (text[at] == '@')
            for (; digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0; ++digits)
                count = std::min<std::size_t>(count * 10 + static_cast<std::size_t>(text[digits] - '0'), longest);
        const std::size_t close = digits < text.size() && text[at] == '@' && text[digits] == '`'
                                      ? text.find('`', digits + 1)
                                      : std::string::npos;
        if (close == std::string::npos) {
            out += text[at];
            continue;
        }
        const std::string each = text.substr(digits + 1, close - digits - 1);
        for (std::size_t turn = 0; turn < count * factor && !each.empty() && out.size() < longest; ++turn)
            for (std::size_t begin = 0; begin < each.size();) { // in chunks: one character at a time is slow
                const std::size_t mark = std::min(each.find_first_of("$^", begin), each.size());
                out.append(each, begin, mark - begin);
                if (mark < each.size()) out += std::to_string(turn + (each[mark] == '^' ? 1 : 0));
                begin = mark + 1;
            }
        at = close;
    }
    return out;
}

} // namespace warploom::fuzz
