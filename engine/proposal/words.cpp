#include "engine/proposal/words.h"

#include <algorithm>
#include <cctype>

namespace warploom::proposal {

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool is_whole_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string with_words(const std::string& text, const std::vector<std::pair<std::string, std::string>>& words) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        if (is_part(text[at]))
            while (end < text.size() && is_part(text[end])) ++end;
        const std::string word = text.substr(at, end - at);
        const auto known =
            std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.first == word; });
        made += known == words.end() ? word : known->second;
        at = end;
    }
    return made;
}

} // namespace warploom::proposal
