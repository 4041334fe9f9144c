#include "engine/declared/directives.h"

#include "engine/simt/language/tokens.h"

#include <algorithm>
#include <cctype>

namespace warploom::declared {

namespace {

bool is_part_of_key(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

} // namespace

std::vector<Directive> directives_of(const std::string& text) {
    constexpr const char* blanks = " \t\r";
    std::vector<Directive> found;
    const bool has_mark = text.rfind(simt::byte_order_mark, 0) == 0;
    bool is_in_comment = false;
    std::size_t begin = has_mark ? simt::byte_order_mark.size() : 0;
    for (int line = 1; begin < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string words = text.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t first = words.find_first_not_of(blanks);
        if (first == std::string::npos) continue;
        if (words.compare(first, 2, "/*") == 0) is_in_comment = true;
        if (is_in_comment) {
            is_in_comment = words.find("*/") == std::string::npos;
            continue;
        }
        if (words.compare(first, 2, "//") != 0) break;
        const std::size_t key = words.find_first_not_of(blanks, first + 2), colon = words.find(':');
        if (key == std::string::npos || colon == std::string::npos || colon <= key) continue;
        const std::string name = words.substr(key, words.find_last_not_of(blanks, colon - 1) + 1 - key);
        if (name.empty() || !std::all_of(name.begin(), name.end(), is_part_of_key)) continue;
        const std::size_t value = std::min(words.find_first_not_of(blanks, colon + 1), words.size());
        const std::size_t last = words.find_last_not_of(blanks);
        found.push_back({name,
                         value > last ? std::string() : words.substr(value, last + 1 - value),
                         {line, static_cast<int>(std::min(value, words.size())) + 1}});
    }
    return found;
}

bool declares_problem(const std::string& text) {
    const auto lines = directives_of(text);
    return std::any_of(lines.begin(), lines.end(), [](const Directive& line) {
        return line.key == "out" || line.key == "inout" || line.key == "problem";
    });
}

std::string directive(const std::string& text, const std::string& key) {
    for (const Directive& each : directives_of(text))
        if (each.key == key) return each.value;
    return {};
}

} // namespace warploom::declared
